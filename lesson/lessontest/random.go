// Package lessontest makes programs for tests that ask two judges the same
// question: a lesson natively and in WebAssembly, or in Go and in Python.
package lessontest

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// Random returns a program of a lesson that Lesson.Check accepts: 1 to 10
// steps of any of its ops, on any of its connections, with the right contract
// or a variant. What is in the fields and the row is near what the lesson's own
// programs have, so that predicates hold about as often as not, or else nasty.
// The same state of r gives the same program.
func Random(r *rand.Rand, l *lesson.Lesson) *lesson.Program {
	g := &generator{r, l}
	p := &lesson.Program{Lesson: l.Name}
	if n := len(l.Variants); n > 0 && r.IntN(3) == 0 {
		p.Variant = l.Variants[r.IntN(n)].Name
	}
	for _, f := range l.Options {
		p.Options = append(p.Options, lesson.Input{Name: f.Name, Text: pick(r, f.Choices)})
	}
	if r.IntN(4) > 0 && !(l.EmptyTable && r.IntN(2) == 0) {
		p.Row = g.row()
	}
	for range 1 + r.IntN(10) {
		op := &l.Ops[r.IntN(len(l.Ops))]
		s := lesson.Step{Op: op.Name, Label: pick(r, labels), Connection: pick(r, l.Connections)}
		for _, f := range op.Fields {
			s.Inputs = append(s.Inputs, lesson.Input{Name: f.Name, Text: g.input(op, &f)})
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

type generator struct {
	r *rand.Rand
	l *lesson.Lesson
}

func (g *generator) row() []lesson.Cell {
	var row []lesson.Cell
	for i := range g.l.Columns {
		col := &g.l.Columns[i]
		cell := lesson.Cell{Name: col.Name}
		near := g.cells(col.Name)
		switch {
		case col.Nullable && g.r.IntN(4) == 0:
			cell.Null = true
		case col.Type == sqlite.INTEGER:
			hi := int64(math.MaxInt64)
			if i == 0 {
				hi -= 100 // behind the last id of all, SQLite gives a new row a random one
			}
			for cell.Text = g.number(near); !lesson.ReadInt(cell.Text).In(math.MinInt64, hi); {
				cell.Text = g.number(near)
			}
		default:
			for cell.Text = g.text(near); strings.Contains(cell.Text, surrogate); {
				cell.Text = g.text(near)
			}
		}
		row = append(row, cell)
	}
	return row
}

func (g *generator) input(op *lesson.Op, f *lesson.Field) string {
	switch f.Kind {
	case lesson.Choice:
		return pick(g.r, f.Choices)
	case lesson.Integer:
		return g.number(g.inputs(op.Name, f))
	}
	return g.text(g.inputs(op.Name, f))
}

// number returns one that is near, nasty, or a step or two beside a near one.
func (g *generator) number(near []string) string {
	text := "10"
	if len(near) > 0 {
		text = pick(g.r, near)
	}
	switch n := lesson.ReadInt(text); g.r.IntN(8) {
	case 0:
		return pick(g.r, numbers)
	case 1, 2, 3:
		if n.Kind == lesson.Fits {
			return strconv.FormatInt(n.N+int64(g.r.IntN(5))-2, 10)
		}
	}
	return text
}

func (g *generator) text(near []string) string {
	if len(near) > 0 && g.r.IntN(6) > 0 {
		return pick(g.r, near)
	}
	return pick(g.r, texts)
}

// cells returns what the lesson's own rows have in a column.
func (g *generator) cells(column string) (texts []string) {
	for i := range g.l.Programs {
		p := g.l.Programs[i].Program
		for _, c := range p.Row {
			if c.Name == column && !c.Null {
				texts = append(texts, c.Text)
			}
		}
	}
	return texts
}

// inputs returns what a field has in the lesson's own programs, and its
// default.
func (g *generator) inputs(op string, f *lesson.Field) []string {
	texts := []string{f.Default}
	for i := range g.l.Programs {
		for _, s := range g.l.Programs[i].Program.Steps {
			if s.Op == op {
				texts = append(texts, s.Input(f.Name))
			}
		}
	}
	return texts
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
