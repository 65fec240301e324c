// Statements.

package host

import "github.com/ncruces/go-sqlite3"

// stmt is a prepared statement.
type stmt struct {
	*sqlite3.Stmt
	db      *db
	dbH     uint32
	stepped bool // since it was prepared or reset
}

// prepareV3 is sqlite3_prepare_v3(db, sql, sqlLen, prepFlags, ppStmt).
//
// https://sqlite.org/c3ref/prepare.html
func (in *instance) prepareV3(a args) uint64 {
	a.putU32(4, 0)
	d := in.db(a)
	if d == nil {
		return codeMisuse
	}
	var prepared *sqlite3.Stmt
	err := d.try(func() (err error) {
		prepared, _, err = d.conn.PrepareFlags(a.text(1), sqlite3.PrepareFlag(a.u32(3)))
		return err
	})
	if prepared != nil {
		h := in.handle()
		in.stmts[h] = &stmt{Stmt: prepared, db: d, dbH: a.u32(0)}
		d.stmts++
		a.putU32(4, h)
	}
	return d.set(err)
}

// step is sqlite3_step(stmt).
//
// https://sqlite.org/c3ref/step.html
func (in *instance) step(a args) uint64 {
	s := in.stmts[a.u32(0)]
	if s == nil {
		return codeMisuse
	}
	row := false
	err := s.db.try(func() error {
		row = s.Step()
		return s.Err()
	})
	s.stepped = true
	switch {
	case err != nil:
		return s.db.set(err)
	case row:
		s.db.message = "another row available"
		return codeRow
	default:
		s.db.message = "no more rows available"
		return codeDone
	}
}

// reset is sqlite3_reset(stmt): it returns the last step's error again.
//
// https://sqlite.org/c3ref/reset.html
func (in *instance) reset(a args) uint64 {
	h := a.u32(0)
	if h == 0 {
		return codeOK
	}
	s := in.stmts[h]
	if s == nil {
		return codeMisuse
	}
	return s.end(s.Reset)
}

// finalize is sqlite3_finalize(stmt): it returns the last step's error again.
//
// https://sqlite.org/c3ref/finalize.html
func (in *instance) finalize(a args) uint64 {
	h := a.u32(0)
	if h == 0 {
		return codeOK
	}
	s := in.stmts[h]
	if s == nil {
		return codeMisuse
	}
	delete(in.stmts, h)
	code := s.end(s.Close)
	if s.db.stmts--; s.db.closed && s.db.stmts == 0 {
		delete(in.dbs, s.dbH)
		s.db.close()
	}
	return code
}

// end resets or finalizes. Without a step to end, it says nothing about the
// connection, whose message stays.
func (s *stmt) end(how func() error) uint64 {
	err := s.db.try(how)
	if err == nil && !s.stepped {
		return codeOK
	}
	s.stepped = false
	return s.db.set(err)
}

// clearBindings is sqlite3_clear_bindings(stmt).
//
// https://sqlite.org/c3ref/clear_bindings.html
func (in *instance) clearBindings(a args) uint64 {
	s := in.stmts[a.u32(0)]
	if s == nil {
		return codeMisuse
	}
	code, _ := result(s.db.try(s.ClearBindings))
	return uint64(code)
}

// bind calls f on the statement of argument 0.
//
// https://sqlite.org/c3ref/bind_blob.html
func (in *instance) bind(a args, f func(s *stmt) error) uint64 {
	s := in.stmts[a.u32(0)]
	if s == nil {
		return codeMisuse
	}
	return s.db.set(s.db.try(func() error { return f(s) }))
}

// bindInt64 is sqlite3_bind_int64(stmt, i, n).
func (in *instance) bindInt64(a args) uint64 {
	return in.bind(a, func(s *stmt) error { return s.BindInt64(int(a.i32(1)), a.i64(2)) })
}

// bindNull is sqlite3_bind_null(stmt, i).
func (in *instance) bindNull(a args) uint64 {
	return in.bind(a, func(s *stmt) error { return s.BindNull(int(a.i32(1))) })
}

// bindText is sqlite3_bind_text(stmt, i, text, textLen).
func (in *instance) bindText(a args) uint64 {
	return in.bind(a, func(s *stmt) error { return s.BindRawText(int(a.i32(1)), a.bytes(2)) })
}

// bindParameterCount is sqlite3_bind_parameter_count(stmt).
//
// https://sqlite.org/c3ref/bind_parameter_count.html
func (in *instance) bindParameterCount(a args) uint64 {
	if s := in.stmts[a.u32(0)]; s != nil {
		return uint64(s.BindCount())
	}
	return 0
}

// bindParameterName is sqlite3_bind_parameter_name(stmt, i, buf, cap); a
// parameter without a name has an empty one.
//
// https://sqlite.org/c3ref/bind_parameter_name.html
func (in *instance) bindParameterName(a args) uint64 {
	if s := in.stmts[a.u32(0)]; s != nil {
		return putText(a, 2, s.BindName(int(a.i32(1))))
	}
	return 0
}
