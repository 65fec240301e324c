package lesson

import (
	"strconv"

	"leaseplay/lesson/sqlite"
)

// Call is one step as an operation sees it: its connection, its inputs, and
// where to say why the answer is what it is.
type Call struct {
	Conn    *sqlite.Conn // the step's connection
	State   any          // what the lesson's State made for this run
	Variant string
	Step    *Step

	session *session
	rule    Rule
	because []Because
	columns []sqlite.Value // of the row the rule was evaluated on
	params  []sqlite.Param
	noRow   bool
	reason  string
}

// Int reads a number field.
func (c *Call) Int(name string) Int { return ReadInt(c.Step.Input(name)) }

// Text returns a field as it was typed.
func (c *Call) Text(name string) string { return c.Step.Input(name) }

// Other returns the connection of that name.
func (c *Call) Other(name string) *sqlite.Conn { return c.session.conn(name) }

// Option returns the program's choice for an option of the lesson.
func (c *Call) Option(name string) string { return c.session.lesson.Option(c.session.program, name) }

// Reason sets the sentence that explains the answer, in place of the one that
// the predicates would give.
func (c *Call) Reason(sentence string) { c.reason = sentence }

// Explain has SQLite evaluate every predicate of rule on the row that the
// table begins with, before the contract runs. It reads through the step's
// connection where that is inside a transaction that has begun to read, since
// what it sees may differ; elsewhere through the observer, so as not to take a
// lock the program didn't ask for.
func (c *Call) Explain(rule Rule, params ...sqlite.Param) {
	c.ExplainRow(rule, "", params...)
}

// ExplainRow is Explain on the first row for which the SQL condition where holds.
func (c *Call) ExplainRow(rule Rule, where string, params ...sqlite.Param) {
	s := c.session
	c.rule, c.params, c.because, c.noRow = rule, params, nil, false
	sql := "SELECT "
	for _, p := range rule {
		sql += "(" + p.SQL + "), "
	}
	for i := range s.lesson.Columns {
		if i > 0 {
			sql += ", "
		}
		sql += s.lesson.Columns[i].Name
	}
	sql += " FROM " + s.lesson.Table
	if where != "" {
		sql += " WHERE " + where
	}
	conn := s.observer
	if c.Conn.TxnState() != sqlite.TxnNone {
		conn = c.Conn
	}
	trace := conn.Trace
	conn.Trace = nil
	rows, err := conn.Rows(sql+" ORDER BY "+s.lesson.Columns[0].Name+" LIMIT 1", params...)
	conn.Trace = trace
	if err != nil {
		c.Missed(err) // a lock, or a text that can't be bound, stops the contract too
		return
	}
	if len(rows) == 0 {
		c.noRow = true
		return
	}
	c.columns = rows[0][len(rule):]
	for i, p := range rule {
		b := Because{Stage: Where, Name: p.Name, SQL: p.SQL, Values: c.fill(p.SQL, literal), Held: Unknown}
		if v := rows[0][i]; v.Type == sqlite.INTEGER {
			b.Held = False
			if v.Int != 0 {
				b.Held = True
			}
		}
		c.because = append(c.because, b)
	}
}

// Missed says that a read failed which was only to explain the step. Unless it
// was for a lock, which the contract meets as well, that ends the run: the
// outcome would be short of something.
func (c *Call) Missed(err error) { c.session.miss(err) }

// lookup returns the value of a parameter (":now") or a column ("expiry").
func (c *Call) lookup(name string) (sqlite.Value, bool) {
	for i := range c.params {
		if c.params[i].Name == name {
			return c.params[i].Value, true
		}
	}
	for i := range c.columns {
		if c.session.lesson.Columns[i].Name == name {
			return c.columns[i], true
		}
	}
	return sqlite.Value{}, false
}

// fill puts values in place of the parameters and columns of an SQL text.
func (c *Call) fill(sql string, write func(sqlite.Value) string) string {
	var out []byte
	for i := 0; i < len(sql); {
		k := i
		if sql[k] == ':' {
			k++
		}
		for k < len(sql) && isName(sql[k]) {
			k++
		}
		if k == i {
			k++
		}
		if v, ok := c.lookup(sql[i:k]); ok {
			out = append(out, write(v)...)
		} else {
			out = append(out, sql[i:k]...)
		}
		i = k
	}
	return string(out)
}

// sentence puts values in place of the {names} of a predicate's sentence.
func (c *Call) sentence(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '{' {
			out = append(out, s[i])
			continue
		}
		end := i + 1
		for s[end] != '}' {
			end++
		}
		v, _ := c.lookup(s[i+1 : end])
		out = append(out, literal(v)...)
		i = end
	}
	return string(out)
}

func isName(b byte) bool {
	return b == '_' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

// literal writes a value for a reader.
func literal(v sqlite.Value) string {
	switch v.Type {
	case sqlite.INTEGER:
		return strconv.FormatInt(v.Int, 10)
	case sqlite.TEXT:
		return quote(v.Text)
	}
	return "NULL"
}
