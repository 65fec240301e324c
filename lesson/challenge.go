package lesson

// Challenge is something for a reader to bring about by editing a program: a
// step of which all that is given here is true, in a program that is none of
// the lesson's presets as they stand, unless with a mistake. It is data and no
// function because every byte of it is downloaded.
type Challenge struct {
	Name  string // "last-tick"
	Title string // what to bring about: "Renew at the last possible tick"
	Hint  string // one sentence

	// Shows is part of the step in one line: its operation, what it printed
	// and the condition that decided, "renew: False by extension", or "by NULL
	// expired" where that is neither true nor false; or the statement that
	// SQLite refused, "renew: refused COMMIT".
	Shows string
	// After is likewise part of an earlier step, and Reason of the reason.
	After, Reason string
	// Stored is the value that a column has in the first row before the step.
	Stored   string
	StoredIn uint8
	// Field is an input of the step, or "value" for what it printed, that
	// relates like this to a column of the first row before the step. NULL and
	// a field that the operation doesn't have are both empty.
	Field   string
	Is      Relation
	Column  uint8
	Mistake bool // it takes a variant; any other counts with the right contract only
	Wrong   bool // the right contract prints another line
}

// Relation is how a field relates to a column.
type Relation uint8

// The relations. All but Other are of ints.
const (
	Equal Relation = iota
	OneLess
	Greater
	Other
)

// done returns the names of the challenges that running p met.
func (l *Lesson) done(p *Program, o *Outcome) []string {
	var names []string
	if p.Variant == "" && l.asPreset(p) {
		return nil
	}
	for k := range l.Challenges {
		c := &l.Challenges[k]
		met, after := false, c.After == ""
		for i := range o.Steps {
			s, so := &p.Steps[i], &o.Steps[i]
			met = met || after && c.met(s, so)
			after = after || holds(so.inOneLine(s), c.After)
		}
		if met && c.Mistake == (p.Variant != "") {
			names = append(names, c.Name)
		}
	}
	return names
}

// asPreset reports whether a program that was checked does what a preset does,
// whatever its labels, its options and the way its ints are written.
func (l *Lesson) asPreset(p *Program) bool {
	for i := range l.Programs {
		preset := l.Programs[i].Program.Clone()
		if err := l.Check(&preset); err == nil && l.same(p, &preset) {
			return true
		}
	}
	return false
}

func (l *Lesson) same(a, b *Program) bool {
	if len(a.Row) != len(b.Row) || len(a.Steps) != len(b.Steps) {
		return false
	}
	for i := range a.Row {
		v, _ := l.Columns[i].value(&a.Row[i])
		if w, _ := l.Columns[i].value(&b.Row[i]); v != w {
			return false
		}
	}
	for i := range a.Steps {
		s, t := &a.Steps[i], &b.Steps[i]
		if s.Op != t.Op || s.Connection != t.Connection {
			return false
		}
		fields := l.Op(s.Op).Fields
		for k := range fields {
			text, other := s.Input(fields[k].Name), t.Input(fields[k].Name)
			if text == other {
				continue
			}
			n, m := ReadInt(text), ReadInt(other)
			if fields[k].Kind != Integer || n.Kind != Fits || m.Kind != Fits || n.N != m.N {
				return false
			}
		}
	}
	return true
}

// holds reports whether part is somewhere in text.
func holds(text, part string) bool {
	for ; len(text) > len(part); text = text[1:] {
		if text[:len(part)] == part {
			return true
		}
	}
	return text == part
}

// inOneLine is a step as Challenge.Shows has it.
func (so *StepOutcome) inOneLine(s *Step) string {
	line := s.Op + ": " + so.Value
	for i := range so.Because {
		if b := &so.Because[i]; b.Name == so.Decided && b.Held == Unknown {
			line += " by NULL " + b.Name
		} else if b.Name == so.Decided {
			line += " by " + b.Name
		}
	}
	for i := range so.Trace {
		if so.Trace[i].Raised != nil {
			line += "refused " + so.Trace[i].SQL
		}
	}
	return line
}

// met reports whether a step meets the challenge.
func (c *Challenge) met(s *Step, so *StepOutcome) bool {
	if !holds(so.inOneLine(s), c.Shows) || !holds(so.Reason, c.Reason) || c.Wrong && so.Right == "" {
		return false
	}
	if (c.Field != "" || c.Stored != "") && len(so.Before) == 0 || c.Stored != "" && plain(so.Before[0][c.StoredIn]) != c.Stored {
		return false
	}
	if c.Field == "" {
		return true
	}
	text, column := s.Input(c.Field), plain(so.Before[0][c.Column])
	if c.Field == "value" {
		text = so.Value
	}
	n := ReadInt(text)
	switch c.Is {
	case Other:
		return text != column
	case Greater:
		return column != "" && n.N > ReadInt(column).N
	case OneLess:
		n.N++
	}
	return n.Decimal() == column
}
