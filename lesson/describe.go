package lesson

import (
	"strconv"

	"leaseplay/lesson/sqlite"
)

// Lesson writes what the page needs to know of a lesson to make its forms.
func (w *Writer) Lesson(l *Lesson) {
	w.String(l.Name)
	w.String(l.Title)
	w.String(l.Summary)
	w.String(l.Figure)
	w.String(l.Table)
	w.Count(len(l.Columns))
	for _, c := range l.Columns {
		w.String(c.Name)
		w.Flag(c.Type == sqlite.INTEGER)
		w.Flag(c.Nullable)
		w.strings(c.Choices)
	}
	w.strings(l.Connections)
	w.fields(l.Options)
	w.Count(len(l.Ops))
	for _, op := range l.Ops {
		w.String(op.Name)
		w.String(op.Label)
		w.String(op.Help)
		w.fields(op.Fields)
	}
	w.Count(len(l.Programs))
	for i := range l.Programs {
		w.String(l.Programs[i].Name)
		w.String(l.Programs[i].Title)
		p := l.Programs[i].Program.Clone()
		_ = l.Check(&p) // fills in what it leaves out; a test has every preset checked
		w.Program(&p)
	}
	w.Count(len(l.Variants))
	for _, v := range l.Variants {
		w.String(v.Name)
		w.String(v.Title)
		w.String(v.Says)
	}
	w.Count(len(l.Challenges))
	for i := range l.Challenges {
		c := &l.Challenges[i]
		w.String(c.Name)
		w.String(c.Title)
		w.String(c.Hint)
		w.Flag(c.Mistake)
	}
	w.Flag(l.Grid != nil)
	if g := l.Grid; g != nil {
		w.String(g.Op)
		w.String(g.X)
		w.String(g.Y)
		w.Count(int(g.Max))
		w.Count(int(g.Window))
	}
	w.Count(MaxSteps)
}

func (w *Writer) fields(fields []Field) {
	w.Count(len(fields))
	for _, f := range fields {
		w.String(f.Name)
		if f.Label == "" {
			f.Label = f.Name
		}
		w.String(f.Label)
		w.String(string(f.Kind))
		w.strings(f.Choices)
		w.String(f.Default)
	}
}

func (w *Writer) strings(list []string) {
	w.Count(len(list))
	for _, s := range list {
		w.String(s)
	}
}

// plain writes a value without quotation marks.
func plain(v sqlite.Value) string {
	switch v.Type {
	case sqlite.INTEGER:
		return strconv.FormatInt(v.Int, 10)
	case sqlite.TEXT:
		return v.Text
	}
	return ""
}
