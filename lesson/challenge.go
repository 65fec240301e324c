package lesson

// Challenge is something for a reader to bring about by editing a program: a
// step of which all that is given here is true. It is data and no function
// because every byte of it is downloaded.
type Challenge struct {
	Name  string // "last-tick"
	Title string // what to bring about: "Renew at the last possible tick"
	Hint  string // one sentence

	// Shows is part of the step in one line: its operation, what it printed
	// and the condition that decided, "renew: False by extension"; or the
	// statement that SQLite refused, "renew: refused COMMIT".
	Shows string
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
	for k := range l.Challenges {
		c := &l.Challenges[k]
		met := false
		for i := range o.Steps {
			met = met || c.met(&p.Steps[i], &o.Steps[i])
		}
		if met && c.Mistake == (p.Variant != "") {
			names = append(names, c.Name)
		}
	}
	return names
}

// met reports whether a step meets the challenge.
func (c *Challenge) met(s *Step, so *StepOutcome) bool {
	line := s.Op + ": " + so.Value
	if so.Decided != "" {
		line += " by " + so.Decided
	}
	for i := range so.Trace {
		if so.Trace[i].Raised != nil {
			line += "refused " + so.Trace[i].SQL
		}
	}
	found := false
	for ; len(line) >= len(c.Shows); line = line[1:] {
		found = found || line[:len(c.Shows)] == c.Shows
		if line == "" {
			break
		}
	}
	if !found || c.Wrong && so.Right == "" || c.Field != "" && len(so.Before) == 0 {
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
