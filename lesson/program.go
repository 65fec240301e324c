package lesson

import "leaseplay/lesson/sqlite"

// Program is a row to start from and the steps to take: running it always
// begins with a fresh database, so it has the same output everywhere.
type Program struct {
	Lesson  string
	Variant string  // "" for the right contract
	Options []Input // in the lesson's order; the default where one is missing
	Row     []Cell  // nil for the lesson's default row
	Steps   []Step

	// What of its JSON should be an input's text and isn't: nothing to tell
	// before it is known that there is an input of that name.
	wrong *Error
}

// Step is one operation and its inputs.
type Step struct {
	Op         string
	Label      string // printed before the value, with ": "; may be empty
	Connection string // "" for the lesson's first
	Inputs     []Input
}

// Input is a field's name and the text that was typed into it.
type Input struct{ Name, Text string }

// Cell is a column's name and the text of its value. An INTEGER column's text
// is read as a number field is.
type Cell struct {
	Name string
	Text string
	Null bool
}

// Limits on programs; a longer one is refused, not cut.
const (
	MaxSteps = 200     // steps of a program
	MaxLabel = 100     // code points of a label
	MaxText  = 100_000 // bytes of one field's text
)

// Clone returns a copy that shares nothing with p.
func (p *Program) Clone() Program {
	out := *p
	out.Options = append([]Input(nil), p.Options...)
	out.Row = append([]Cell(nil), p.Row...)
	out.Steps = append([]Step(nil), p.Steps...)
	for i := range out.Steps {
		out.Steps[i].Inputs = append([]Input(nil), out.Steps[i].Inputs...)
	}
	return out
}

// Input returns the text of the step's field of that name, or "".
func (s *Step) Input(name string) string {
	for i := range s.Inputs {
		if s.Inputs[i].Name == name {
			return s.Inputs[i].Text
		}
	}
	return ""
}

// Option returns the program's choice for a lesson's option.
func (l *Lesson) Option(p *Program, name string) string {
	for i := range p.Options {
		if p.Options[i].Name == name {
			return p.Options[i].Text
		}
	}
	if f := findField(l.Options, name); f != nil {
		return f.Default
	}
	return ""
}

// SetFirst sets a field of the first step that has it: what an attribute of
// the element and a flag of the command do. The error's code is UnknownField.
func (l *Lesson) SetFirst(p *Program, name, text string) error {
	for i := range p.Steps {
		s := &p.Steps[i]
		for k := range s.Inputs {
			if s.Inputs[k].Name == name {
				s.Inputs[k].Text = text
				return nil
			}
		}
	}
	return &Error{UnknownField, name, "no step of this program has a field " + quote(name)}
}

// Check returns an *Error for the first thing in p that is not the lesson's,
// and fills in what p leaves out: the default row, connections and options.
// It doesn't read what was typed into the fields: a contract does that.
func (l *Lesson) Check(p *Program) error {
	if p.Variant != "" && l.Variant(p.Variant) == nil {
		return &Error{UnknownVariant, "variant", "lesson " + l.Name + " has no variant " + quote(p.Variant) +
			"; it has " + list(len(l.Variants), func(i int) string { return l.Variants[i].Name })}
	}
	if err := checkInputs(l.Options, p.Options, "", "lesson "+l.Name, p.wrong); err != nil {
		return err
	}
	if err := l.checkRow(p); err != nil {
		return err
	}
	if len(p.Steps) > MaxSteps {
		return &Error{TooLong, "steps", "a program has at most " + plural(MaxSteps, "step") + "; this one has " + plural(len(p.Steps), "step")}
	}
	for i := range p.Steps {
		if err := l.checkStep(&p.Steps[i], stepPath(i), p.wrong); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lesson) checkStep(s *Step, path string, wrong *Error) error {
	op := l.Op(s.Op)
	if op == nil {
		return &Error{UnknownOp, path + ".op", "lesson " + l.Name + " has no op " + quote(s.Op) +
			"; it has " + list(len(l.Ops), func(i int) string { return l.Ops[i].Name })}
	}
	if s.Connection == "" {
		s.Connection = l.Connections[0]
	}
	if !contains(l.Connections, s.Connection) {
		return &Error{BadValue, path + ".connection", "no connection " + quote(s.Connection) +
			"; there are " + list(len(l.Connections), func(i int) string { return l.Connections[i] })}
	}
	if err := checkLabel(s.Label, path+".label"); err != nil {
		return err
	}
	if err := checkInputs(op.Fields, s.Inputs, path+".", "op "+op.Name, wrong); err != nil {
		return err
	}
	for i := range op.Fields {
		if !hasInput(s.Inputs, op.Fields[i].Name) {
			return &Error{MissingField, path + "." + op.Fields[i].Name, "op " + op.Name + " needs a field " + op.Fields[i].Name}
		}
	}
	return nil
}

// checkLabel refuses what can't be printed as the beginning of one line.
func checkLabel(label, path string) error {
	if Len(label) > MaxLabel {
		return &Error{TooLong, path, "a label has at most " + plural(MaxLabel, "code point")}
	}
	for s := label; s != ""; {
		r, n := nextRune(s)
		if sur, _ := sqlite.Surrogate(s); r < ' ' || r == 0x7f || sur != 0 || r == 0x2028 || r == 0x2029 || r == 0x85 {
			return &Error{BadValue, path, "a label is one line of text; this one holds " + escape(r)}
		}
		s = s[n:]
	}
	return nil
}

// checkInputs refuses inputs that fields don't have, have twice, or whose
// choice is none of theirs. owner names whose fields they are; wrong is the
// program's.
func checkInputs(fields []Field, inputs []Input, prefix, owner string, wrong *Error) error {
	for i, in := range inputs {
		f := findField(fields, in.Name)
		path := prefix + in.Name
		if f == nil {
			return &Error{UnknownField, path, owner + " has no field " + quote(in.Name) +
				"; it has " + list(len(fields), func(i int) string { return fields[i].Name })}
		}
		if wrong != nil && wrong.Path == path {
			return wrong
		}
		if hasInput(inputs[:i], in.Name) {
			return &Error{BadValue, path, "the field " + in.Name + " is given twice"}
		}
		if err := checkText(in.Text, path); err != nil {
			return err
		}
		if f.Kind == Choice && !contains(f.Choices, in.Text) {
			return &Error{BadValue, path, quote(in.Text) + " is no choice for " + in.Name +
				"; there are " + list(len(f.Choices), func(i int) string { return f.Choices[i] })}
		}
	}
	return nil
}

func checkText(text, path string) error {
	if len(text) > MaxText {
		return &Error{TooLong, path, "a field's text has at most " + plural(MaxText, "byte")}
	}
	if !validText(text) {
		return &Error{BadValue, path, "the text is not UTF-8"}
	}
	return nil
}

func hasInput(inputs []Input, name string) bool {
	for i := range inputs {
		if inputs[i].Name == name {
			return true
		}
	}
	return false
}
