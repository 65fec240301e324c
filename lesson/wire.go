package lesson

import "leaseplay/lesson/sqlite"

// ABI is the version of everything lesson.wasm and its host say to each other:
// the functions of wasm/abi.txt and the messages below. Both sides compare it
// first; web/abi.ts has its twin.
const ABI = 1

// Writer writes a message: counts and lengths as four bytes, little-endian,
// and strings as length and bytes. web/wire.ts has its twin.
type Writer struct{ Bytes []byte }

// Count writes a number from 0 to 2^32-1.
//
//go:noinline // inlined a hundred times it would be a tenth of lesson.wasm
func (w *Writer) Count(n int) {
	w.Bytes = append(w.Bytes, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// String writes a string.
//
//go:noinline
func (w *Writer) String(s string) {
	w.Count(len(s))
	w.Bytes = append(w.Bytes, s...)
}

// Flag writes a truth value.
//
//go:noinline
func (w *Writer) Flag(b bool) {
	if b {
		w.Count(1)
	} else {
		w.Count(0)
	}
}

// Reader reads what a Writer wrote. After the first read past the end, or of a
// count that can't be, every read gives nothing and Bad stays true.
type Reader struct {
	Bytes []byte
	Bad   bool
}

// Count reads a number.
//
//go:noinline
func (r *Reader) Count() int {
	if len(r.Bytes) < 4 {
		r.Bad, r.Bytes = true, nil
		return 0
	}
	b := r.Bytes
	r.Bytes = b[4:]
	return int(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

// Len reads a count of items, each of which takes at least four bytes more.
//
//go:noinline
func (r *Reader) Len() int {
	n := r.Count()
	if n > len(r.Bytes)/4 {
		r.Bad, r.Bytes = true, nil
		return 0
	}
	return n
}

// String reads a string.
//
//go:noinline
func (r *Reader) String() string {
	n := r.Count()
	if n > len(r.Bytes) {
		r.Bad, r.Bytes = true, nil
		return ""
	}
	s := string(r.Bytes[:n])
	r.Bytes = r.Bytes[n:]
	return s
}

// Flag reads a truth value.
func (r *Reader) Flag() bool { return r.Count() != 0 }

// Program writes a program.
func (w *Writer) Program(p *Program) {
	w.String(p.Lesson)
	w.String(p.Variant)
	w.inputs(p.Options)
	w.Flag(p.Row != nil)
	w.Count(len(p.Row))
	for _, c := range p.Row {
		w.String(c.Name)
		w.Flag(c.Null)
		w.String(c.Text)
	}
	w.Count(len(p.Steps))
	for _, s := range p.Steps {
		w.String(s.Op)
		w.String(s.Label)
		w.String(s.Connection)
		w.inputs(s.Inputs)
	}
}

func (w *Writer) inputs(inputs []Input) {
	w.Count(len(inputs))
	for _, in := range inputs {
		w.String(in.Name)
		w.String(in.Text)
	}
}

// Program reads a program.
func (r *Reader) Program() *Program {
	p := &Program{Lesson: r.String(), Variant: r.String(), Options: r.inputs()}
	if has := r.Flag(); has {
		p.Row = []Cell{}
	}
	for range r.Len() {
		p.Row = append(p.Row, Cell{Name: r.String(), Null: r.Flag(), Text: r.String()})
	}
	for range r.Len() {
		p.Steps = append(p.Steps, Step{Op: r.String(), Label: r.String(), Connection: r.String(), Inputs: r.inputs()})
	}
	return p
}

func (r *Reader) inputs() []Input {
	var inputs []Input
	for range r.Len() {
		inputs = append(inputs, Input{Name: r.String(), Text: r.String()})
	}
	return inputs
}

// Outcome writes an outcome.
func (w *Writer) Outcome(o *Outcome) {
	w.Count(len(o.Steps))
	for i := range o.Steps {
		s := &o.Steps[i]
		w.String(s.Line)
		w.String(s.Value)
		w.raised(s.Raised)
		w.String(s.Right)
		w.String(s.Reason)
		w.String(s.Decided)
		w.Count(len(s.Because))
		for _, b := range s.Because {
			w.String(string(b.Stage))
			w.String(b.Name)
			w.String(b.SQL)
			w.String(b.Values)
			w.Count(int(b.Held))
		}
		w.Count(len(s.Trace))
		for _, t := range s.Trace {
			w.String(t.SQL)
			w.Flag(t.Writes)
			w.Count(int(t.Changes))
			w.raised(t.Raised)
		}
		w.rows(s.Before)
		w.rows(s.Rows)
		w.raised(s.Locked)
		w.Count(len(s.Views))
		for _, v := range s.Views {
			w.String(v.Connection)
			w.rows(v.Rows)
			w.Flag(v.Writing)
		}
	}
	w.Count(len(o.Done))
	for _, name := range o.Done {
		w.String(name)
	}
}

func (w *Writer) raised(r *Raised) {
	w.Flag(r != nil)
	if r != nil {
		w.String(r.Type)
		w.String(r.Message)
		w.Count(int(r.Code))
	}
}

func (w *Writer) rows(rows []Row) {
	w.Count(len(rows))
	for _, row := range rows {
		w.Count(len(row))
		for _, v := range row {
			w.Count(int(v.Type))
			w.String(plain(v))
		}
	}
}

// Outcome reads an outcome.
func (r *Reader) Outcome() *Outcome {
	o := &Outcome{}
	for range r.Len() {
		s := StepOutcome{Line: r.String(), Value: r.String(), Raised: r.raised(),
			Right: r.String(), Reason: r.String(), Decided: r.String()}
		for range r.Len() {
			s.Because = append(s.Because, Because{Stage(r.String()), r.String(), r.String(), r.String(), Truth(r.Count())})
		}
		for range r.Len() {
			s.Trace = append(s.Trace, Traced{r.String(), r.Flag(), int64(r.Count()), r.raised()})
		}
		s.Before, s.Rows, s.Locked = r.rows(), r.rows(), r.raised()
		for range r.Len() {
			s.Views = append(s.Views, View{r.String(), r.rows(), r.Flag()})
		}
		o.Steps = append(o.Steps, s)
		o.Lines = append(o.Lines, s.Line)
	}
	for range r.Len() {
		o.Done = append(o.Done, r.String())
	}
	return o
}

// Answers writes the answers of a decision map, a byte each.
func (w *Writer) Answers(answers []Answer) {
	w.Count(len(answers))
	for _, a := range answers {
		w.Bytes = append(w.Bytes, byte(a))
	}
}

func (r *Reader) raised() *Raised {
	if !r.Flag() {
		return nil
	}
	return &Raised{r.String(), r.String(), sqlite.Code(r.Count())}
}

func (r *Reader) rows() []Row {
	var rows []Row
	for range r.Len() {
		var row Row
		for range r.Len() {
			v := sqlite.Value{Type: sqlite.Type(r.Count())}
			if s := r.String(); v.Type == sqlite.INTEGER {
				v.Int = ReadInt(s).N
			} else {
				v.Text = s
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}
