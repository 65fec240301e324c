package sqlite

// stmt is a prepared statement of a connection's cache.
//
// https://sqlite.org/c3ref/stmt.html
type stmt struct {
	conn   *Conn
	sql    string
	h      stmtHandle
	names  []string // the parameters' names, ":token", by index-1
	cols   int
	writes bool // an INSERT, UPDATE or DELETE: sqlite3_changes64 speaks of it
}

func newStmt(c *Conn, h stmtHandle, sql string) *stmt {
	s := &stmt{conn: c, sql: sql, h: h, cols: h.columnCount(), names: make([]string, h.bindParameterCount())}
	for i := range s.names {
		s.names[i] = h.bindParameterName(i + 1)
	}
	s.writes = Writes(sql)
	return s
}

// Writes reports whether sql is an INSERT, UPDATE or DELETE: one that
// sqlite3_changes64 speaks of.
func Writes(sql string) bool {
	switch word(sql) {
	case "INSERT", "UPDATE", "DELETE":
		return true
	}
	return false
}

// word returns the first word of sql: lessons write keywords in capitals.
func word(sql string) string {
	for i := 0; i < len(sql); i++ {
		if sql[i] < 'A' || sql[i] > 'Z' {
			return sql[:i]
		}
	}
	return sql
}

func (s *stmt) finalize() error { return s.h.finalize() }

// bind gives every parameter its value.
func (s *stmt) bind(params []Param) error {
next:
	for i, name := range s.names {
		for k := range params {
			if params[k].Name == name {
				if err := s.bindValue(i+1, params[k].Value); err != nil {
					return err
				}
				continue next
			}
		}
		return &Error{Code: MISUSE, Msg: "no value for parameter " + name}
	}
	return nil
}

func (s *stmt) bindValue(i int, v Value) error {
	switch v.Type {
	case INTEGER:
		return s.h.bindInt64(i, v.Int)
	case TEXT:
		if err := checkText(v.Text); err != nil {
			return err
		}
		return s.h.bindText(i, v.Text)
	case NULL:
		return s.h.bindNull(i)
	}
	return &Error{Code: MISUSE, Msg: "no value of an SQLite type for parameter " + s.names[i-1]}
}

// run binds, steps to the end and resets. The reset's result repeats the
// step's, so the first error is the step's.
func (s *stmt) run(params []Param, want bool) (rows [][]Value, changes int64, err error) {
	if err := s.bind(params); err != nil {
		return nil, 0, err
	}
	for {
		row, err := s.h.step()
		if err != nil {
			s.h.reset()
			return nil, 0, err
		}
		if !row {
			break
		}
		if want {
			rows = append(rows, s.row())
		}
	}
	if s.writes {
		changes = s.conn.db.changes64()
	}
	s.h.reset()
	return rows, changes, nil
}

// row reads the current row.
func (s *stmt) row() []Value {
	row := make([]Value, s.cols)
	for i := range row {
		switch s.h.columnType(i) {
		case INTEGER:
			row[i] = Int(s.h.columnInt64(i))
		case NULL:
			row[i] = Null()
		default:
			row[i] = Text(s.h.columnText(i))
		}
	}
	return row
}
