package lesson

import "leaseplay/lesson/sqlite"

// explain says in one sentence what decided the step, from what the contract
// refused, what SQLite reported, or the predicates SQLite evaluated.
func (c *Call) explain(so *StepOutcome, err error) {
	switch e := err.(type) {
	case *ValueError:
		so.Reason, so.Decided, so.Because = refused(e)
		return
	case *sqlite.EncodeError:
		so.Reason = "the text holds half of a surrogate pair, which UTF-8 can't encode, so SQLite never saw it; " + c.left(so.Trace)
		return
	case *sqlite.Error:
		so.Reason = c.failed(e, so.Trace)
		so.Because = c.because
		return
	}
	so.Because = c.because
	so.Reason = c.reason
	switch {
	case c.noRow:
		so.Reason = "the table has no such row, so there is nothing to change"
	case so.Reason == "" && len(c.because) > 0:
		so.Reason, so.Decided = c.decided()
	}
}

// refused explains a ValueError by the first bound that is broken.
func refused(e *ValueError) (reason, decided string, because []Because) {
	for i := range e.Bounds {
		b := &e.Bounds[i]
		held := True
		if !b.Holds() {
			if held = False; reason == "" {
				reason, decided = b.Broken()+": refused before BEGIN, so the database is untouched", b.name
			}
		}
		because = append(because, Because{Bounds, b.name, b.Condition(), b.Values(), held})
	}
	return reason, decided, because
}

// decided names the first predicate that is not true.
func (c *Call) decided() (reason, name string) {
	i := c.first("")
	if i < 0 {
		return "every predicate holds, so the UPDATE changes the row", ""
	}
	b := &c.because[i]
	if hint := c.alike(b.SQL); hint != "" && b.Held == False {
		return c.fact(i) + "; " + hint, b.Name // what follows from it can't be said of two texts that look alike
	}
	if b.Held == False {
		return c.sentence(c.rule[i].False), b.Name
	}
	return c.fact(i) + ": a comparison with NULL never holds", b.Name
}

// Against returns what is the matter with the first predicate that is not true
// of those whose name begins with prefix; "" where all of them are. Explain or
// ExplainRow comes first.
func (c *Call) Against(prefix string) string {
	if i := c.first(prefix); i >= 0 {
		return c.fact(i)
	}
	return ""
}

// first is the index of the first predicate that is not true of those whose
// name begins with prefix, or -1.
func (c *Call) first(prefix string) int {
	for i := range c.because {
		b := &c.because[i]
		if b.Held != True && len(b.Name) >= len(prefix) && b.Name[:len(prefix)] == prefix {
			return i
		}
	}
	return -1
}

// fact is the sentence of a predicate that is not true, less what follows
// from it.
func (c *Call) fact(i int) string {
	if b := &c.because[i]; b.Held == Unknown {
		return b.Values + " is neither true nor false"
	}
	s := c.rule[i].False
	for k := 1; k < len(s); k++ {
		if s[k-1:k+1] == ": " {
			return c.sentence(s[:k-1])
		}
	}
	return c.sentence(s)
}

// alike says how the stored text and the input differ that a condition
// compares, where a reader couldn't tell them apart.
func (c *Call) alike(sql string) string {
	var texts []string
	c.fill(sql, func(v sqlite.Value) string {
		if v.Type == sqlite.TEXT {
			texts = append(texts, v.Text)
		}
		return ""
	})
	if len(texts) != 2 {
		return ""
	}
	return LookAlike(texts[0], texts[1])
}

// failed explains what SQLite reported of the last of the step's statements
// that failed.
func (c *Call) failed(e *sqlite.Error, trace []Traced) string {
	switch e.Code.Primary() {
	case sqlite.BUSY:
		if e.Code == sqlite.BUSYSnapshot {
			return "this transaction still sees the database as it was before another connection changed it, and nothing can be written on top of that: it has to end and begin anew"
		}
		refused := ""
		for _, t := range trace {
			if t.Raised != nil {
				refused = t.SQL
			}
		}
		switch {
		case refused == "BEGIN IMMEDIATE":
			return "another connection holds the write lock, and the busy timeout is 0: SQLite refuses BEGIN IMMEDIATE at once, before anything is read or written"
		case refused == "COMMIT":
			return "another connection is still reading the file, which COMMIT has to change, and the busy timeout is 0: SQLite refuses at once, and all of the transaction is rolled back"
		}
		return "another connection holds a lock that this statement needs, and the busy timeout is 0: SQLite refuses at once and nothing changes"
	case sqlite.FULL:
		return "the database can't grow any further: " + c.left(trace)
	case sqlite.IOERR:
		return "reading or writing the file failed: " + c.left(trace)
	case sqlite.INTERRUPT:
		return "the statement was interrupted: " + c.left(trace)
	}
	if c.reason != "" {
		return c.reason
	}
	return "SQLite refused the statement: " + e.Msg
}

// left says what an error that stopped the step has left of it.
func (c *Call) left(trace []Traced) string {
	begun := false
	for _, t := range trace {
		if t.SQL == "COMMIT" && t.Raised == nil {
			return "what was committed before that stays"
		}
		// A COMMIT alone is of a transaction that another step began.
		begun = begun || t.SQL == "COMMIT" || t.SQL == "BEGIN" || t.SQL == "BEGIN IMMEDIATE"
	}
	switch {
	case !c.Conn.Autocommit():
		return "nothing is committed, and the transaction is still open"
	case begun:
		return "the transaction was rolled back and nothing changed"
	}
	return "nothing changed"
}
