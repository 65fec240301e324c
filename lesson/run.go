package lesson

import "leaseplay/lesson/sqlite"

// Run runs a program on a fresh database and removes it. An error is an
// *Error for a program that is not the lesson's, which was then not run, or
// says that no database could be made or looked at: half an outcome is none.
// What a step raises is in its outcome.
func (l *Lesson) Run(p *Program) (*Outcome, error) {
	db, err := sqlite.Create()
	if err != nil {
		return nil, err
	}
	out, err := l.RunOn(db, p)
	if rerr := db.Remove(); err == nil && rerr != nil {
		return nil, rerr
	}
	return out, err
}

// RunOn is Run on a database that is still empty and stays. With a variant
// only the variant's run is on db; the right contract's, for comparison, is on
// a database of its own.
func (l *Lesson) RunOn(db *sqlite.Database, p *Program) (*Outcome, error) {
	if err := l.Check(p); err != nil {
		return nil, err
	}
	out, err := l.run(db, p, nil)
	if err != nil {
		return nil, err
	}
	if p.Variant != "" {
		if err := l.compare(p, out); err != nil {
			return nil, err
		}
	}
	out.Done = l.done(p, out)
	return out, nil
}

// compare notes in a variant's outcome where the right contract's line differs.
func (l *Lesson) compare(p *Program, out *Outcome) error {
	correct := *p
	correct.Variant = ""
	right, err := l.Run(&correct)
	if err != nil {
		return err
	}
	for i := range out.Steps {
		if line := right.Steps[i].Line; line != out.Steps[i].Line {
			out.Steps[i].Right = line
		}
	}
	return nil
}

// session is one run: the connections and what the lesson keeps beside them.
type session struct {
	lesson   *Lesson
	program  *Program
	conns    []*sqlite.Conn // in the order of lesson.Connections
	observer *sqlite.Conn   // reads what is committed; no step uses it
	state    any
	tableSQL string
	record   *record // nil but for a take-away
	failed   error   // what kept the run from looking; see miss
}

func (l *Lesson) run(db *sqlite.Database, p *Program, rec *record) (out *Outcome, err error) {
	s := &session{lesson: l, program: p, record: rec}
	defer func() {
		if cerr := s.close(); err == nil && cerr != nil {
			out, err = nil, cerr
		}
	}()
	if err := s.open(db); err != nil {
		return nil, err
	}
	rec.begin()
	out = &Outcome{}
	rows, err := s.read(s.observer)
	if err != nil {
		return nil, err
	}
	for i := range p.Steps {
		so := s.step(&p.Steps[i])
		if s.failed != nil {
			return nil, s.failed
		}
		so.Before = rows
		if rows = so.Rows; so.Locked != nil {
			rows = so.Before // nobody could commit behind the lock
		}
		out.Steps = append(out.Steps, so)
		out.Lines = append(out.Lines, so.Line)
	}
	return out, nil
}

func (s *session) open(db *sqlite.Database) (err error) {
	l := s.lesson
	if s.observer, err = open(db); err != nil {
		return err
	}
	if s.record != nil {
		s.observer.Trace = func(st sqlite.Statement) { s.record.add(0, st) }
	}
	if err := l.prepare(s.observer, s.program); err != nil {
		return err
	}
	s.observer.Trace = nil
	for range l.Connections {
		c, err := open(db)
		if err != nil {
			return err
		}
		s.conns = append(s.conns, c)
	}
	if l.State != nil {
		s.state = l.State()
	}
	s.tableSQL = "SELECT "
	for i := range l.Columns {
		if i > 0 {
			s.tableSQL += ", "
		}
		s.tableSQL += l.Columns[i].Name
	}
	s.tableSQL += " FROM " + l.Table + " ORDER BY 1"
	return nil
}

// prepare makes the table and what is in it before the first step.
func (l *Lesson) prepare(c *sqlite.Conn, p *Program) error {
	schema := l.Schema
	if v := l.Variant(p.Variant); v != nil && v.Schema != "" {
		schema = v.Schema
	}
	if _, err := c.Exec(schema); err != nil {
		return err
	}
	if err := l.insert(c, p); err != nil {
		return err
	}
	if l.Setup != nil {
		return l.Setup(c, p)
	}
	return nil
}

// open opens a connection of a run. A database that lives no longer than its
// run has to outlive no crash of the machine, so there nothing waits for the
// disk.
//
// https://sqlite.org/pragma.html#pragma_synchronous
func open(db *sqlite.Database) (*sqlite.Conn, error) {
	c, err := sqlite.Open(db.URI())
	if err != nil {
		return nil, err
	}
	pragma := "PRAGMA synchronous = OFF"
	if db.Stays() {
		pragma = "PRAGMA synchronous = FULL"
	}
	if _, err := c.Exec(pragma); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (s *session) close() error {
	var first error
	for _, c := range append(s.conns, s.observer) {
		if c == nil {
			continue
		}
		if err := c.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// step runs one step and looks at what it left.
func (s *session) step(step *Step) StepOutcome {
	var so StepOutcome
	conn := s.conn(step.Connection)
	call := &Call{Conn: conn, State: s.state, Variant: s.program.Variant, Step: step, session: s}
	for i, c := range s.conns {
		c.Trace = func(st sqlite.Statement) {
			s.record.add(i, st)
			filled := Call{params: st.Params}
			so.Trace = append(so.Trace, Traced{filled.fill(st.SQL, shown), sqlite.Writes(st.SQL), st.Changes, raised(st.Err)})
		}
	}
	value, err := s.lesson.Op(step.Op).Run(call)
	for _, c := range s.conns {
		c.Trace = nil
	}
	if err == nil {
		so.Value, so.Line = value, value
		if step.Label != "" {
			so.Line = step.Label + ": " + value
		}
	} else {
		so.Raised = raised(err)
		so.Line = so.Raised.Line()
	}
	call.explain(&so, err)
	s.record.step(s.conns)
	s.look(&so)
	return so
}

// look reads the table as the observer and as every connection inside a
// transaction sees it. A connection that has begun but not read yet is not
// asked: its first read would fix what it sees.
func (s *session) look(so *StepOutcome) {
	var err error
	if so.Rows, err = s.read(s.observer); err != nil {
		so.Locked = raised(err)
		s.miss(err)
	}
	for i, c := range s.conns {
		state := c.TxnState()
		if state == sqlite.TxnNone {
			continue
		}
		rows, err := s.read(c)
		s.miss(err)
		if err == nil {
			so.Views = append(so.Views, View{s.lesson.Connections[i], rows, state == sqlite.TxnWrite})
		}
	}
}

// miss notes why something that an outcome shows beside the contract's answer
// couldn't be read. A lock is part of the lesson; anything else ends the run.
func (s *session) miss(err error) {
	if e, ok := err.(*sqlite.Error); ok && e.Code.Primary() != sqlite.BUSY && s.failed == nil {
		s.failed = e
	}
}

func (s *session) read(c *sqlite.Conn) ([]Row, error) {
	got, err := c.Rows(s.tableSQL)
	if err != nil {
		return nil, err
	}
	rows := make([]Row, len(got))
	for i := range got {
		rows[i] = got[i]
	}
	return rows, nil
}

func (s *session) conn(name string) *sqlite.Conn {
	for i, n := range s.lesson.Connections {
		if n == name {
			return s.conns[i]
		}
	}
	return s.conns[0]
}
