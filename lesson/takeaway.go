package lesson

import (
	"strconv"
	"unicode/utf8"

	"leaseplay/lesson/sqlite"
)

// Source is a lesson's contract in other languages, for the take-away: the
// text of functions for a program that runs on its own. There is one function
// an op, named as the op (begin_deferred for begin-deferred), whose parameters
// are the connection and then the op's fields in order: in Go an int64 for an
// Integer and a string for any other. It returns or raises what the step
// prints, and may use what the program around it has.
//
// Each % in a text stands for the next of Parts, predicates joined by AND: so
// the WHERE comes from the same Rule as everywhere.
type Source struct {
	Python, Go string
	Parts      []Rule
}

// The languages of a take-away.
const (
	Python = "python" // CPython 3.10 or newer, standard library only
	Go     = "go"     // a main.go with github.com/ncruces/go-sqlite3
	SQL    = "sql"    // for the sqlite3 shell, 3.40 or newer
)

// TakeawayTail returns what follows the part of a take-away that is the same
// for all programs: see [Lesson.TakeawayHead], which is made only once, so that
// lesson.wasm needn't hold it. The errors are those of Run, and an *Error with
// the code BadValue for a language there is none of.
func (l *Lesson) TakeawayTail(language string, p *Program) (string, error) {
	err := l.Check(p)
	if err != nil {
		return "", err
	}
	t := takeaway{Lesson: l, p: p}
	db, err := sqlite.Create()
	if err != nil {
		return "", err
	}
	switch language {
	case Python: // its own judge: it isn't to know what our contract answers
		if err = t.prepare(db); err == nil {
			t.program(&python)
		}
	case Go:
		if t.out, err = l.run(db, p, &t.record); err == nil {
			t.program(&golang)
		}
	case SQL:
		if t.out, err = l.run(db, p, &t.record); err == nil {
			t.sql()
		}
	default:
		err = &Error{BadValue, "language", "there are python, go and sql"}
	}
	if rerr := db.Remove(); err == nil {
		err = rerr
	}
	return string(t.text), err
}

// prepare records how the database is prepared, without a step of the program.
func (t *takeaway) prepare(db *sqlite.Database) error {
	c, err := open(db)
	if err != nil {
		return err
	}
	c.Trace = func(st sqlite.Statement) { t.record.add(0, st) }
	err = t.Lesson.prepare(c, t.p)
	t.record.begin()
	if cerr := c.Close(); err == nil {
		err = cerr
	}
	return err
}

// takeaway is a take-away in the making.
type takeaway struct {
	*Lesson
	p      *Program
	record record
	out    *Outcome
	text   []byte
	conn   int // the shell's connection
}

// form is how a language writes a program. Each % stands for a part.
type form struct {
	open  string // a connection's name
	exec  string // a connection's name, a statement, its values as one of the next two
	some  string // the values
	none  string
	call  string // a label, a function, a connection's name, the arguments
	close string // a connection's name
	end   string
	null  string
}

var python = form{
	open:  "% = connect()\n",
	exec:  "%.execute(%%)\n",
	some:  ", {%}",
	call:  "show(%, %, %%)\n",
	close: "%.close()\n",
	end:   "folder.cleanup()\n",
	null:  "None",
}

var golang = form{
	open:  "\t% := connect(folder)\n",
	exec:  "\tmust(run(%, %%))\n",
	some:  ", params{%}",
	none:  ", nil",
	call:  "\tshow(%)(%(%%))\n",
	close: "\t%.Close()\n",
	end:   "\tos.RemoveAll(folder)\n}\n",
	null:  "nil",
}

// program writes a program in the form of a language.
func (t *takeaway) program(f *form) {
	for _, name := range t.Connections {
		t.add(f.open, name)
	}
	for i := range t.record.setup {
		st := &t.record.setup[i]
		values := ""
		for k, p := range st.Params {
			if k > 0 {
				values += ", "
			}
			values += quoted(p.Name[1:], f) + ": " + f.value(p.Value)
		}
		if values = fill(f.some, values); len(st.Params) == 0 {
			values = f.none
		}
		t.add(f.exec, t.Connections[0], quoted(st.SQL, f), values)
	}
	t.add("\n")
	for i := range t.p.Steps {
		t.step(i, f)
	}
	t.add("\n")
	for _, name := range t.Connections {
		t.add(f.close, name)
	}
	t.add(f.end)
}

// step writes a step as a call. Values that Go's types can't hold have no call
// that would compile: there the text prints what the contract answered.
func (t *takeaway) step(i int, f *form) {
	s := &t.p.Steps[i]
	op := t.Op(s.Op)
	args := ""
	for k := range op.Fields {
		text := s.Input(op.Fields[k].Name)
		arg := quoted(text, f)
		holds := "UTF-8"
		ok := utf8.ValidString(text)
		if op.Fields[k].Kind == Integer {
			n := ReadInt(text)
			holds = "int64"
			ok = n.Kind == Fits
			switch {
			case ok:
				arg = strconv.FormatInt(n.N, 10)
			case n.Kind == TooBig && len(text) < 4000: // CPython reads up to 4300 digits
				arg = "int(" + arg + ", 0)"
			}
		}
		if f == &golang && !ok {
			t.add("\t// No % is %, so no call can have it. The contract's answer:\n\tfmt.Println(%)\n", holds, arg, quoted(t.out.Lines[i], f))
			return
		}
		args += ", " + arg
	}
	name := []byte(op.Name)
	for k := range name {
		if name[k] == '-' {
			name[k] = '_'
		}
	}
	t.add(f.call, quoted(s.Label, f), string(name), s.Connection, args)
}

// add writes a text with parts for its %.
//
//go:noinline
func (t *takeaway) add(text string, parts ...string) {
	t.text = append(t.text, fill(text, parts...)...)
}

// fill puts parts in place of the % of a text.
func fill(text string, parts ...string) string {
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			out = append(out, text[i])
			continue
		}
		out = append(out, parts[0]...)
		parts = parts[1:]
	}
	return string(out)
}

// value writes a value of SQLite's.
func (f *form) value(v sqlite.Value) string {
	switch v.Type {
	case sqlite.INTEGER:
		return strconv.FormatInt(v.Int, 10)
	case sqlite.TEXT:
		return quoted(v.Text, f)
	}
	return f.null
}
