// Columns of a statement's current row.

package host

const typeNull = 5 // https://sqlite.org/c3ref/c_blob.html

// column returns the statement of argument 0 if argument 1 is a column of its
// current row. If not, C's functions act as on NULL, and say so to
// sqlite3_errmsg.
//
// https://sqlite.org/c3ref/column_blob.html
func (in *instance) column(a args) *stmt {
	s := in.stmts[a.u32(0)]
	if s == nil {
		return nil
	}
	if i := a.i32(1); i < 0 || int(i) >= s.DataCount() {
		s.db.message = "column index out of range"
		return nil
	}
	return s
}

// columnCount is sqlite3_column_count(stmt).
//
// https://sqlite.org/c3ref/column_count.html
func (in *instance) columnCount(a args) uint64 {
	if s := in.stmts[a.u32(0)]; s != nil {
		return uint64(s.ColumnCount())
	}
	return 0
}

// columnType is sqlite3_column_type(stmt, i).
func (in *instance) columnType(a args) uint64 {
	if s := in.column(a); s != nil {
		return uint64(s.ColumnType(int(a.i32(1))))
	}
	return typeNull
}

// columnInt64 is sqlite3_column_int64(stmt, i).
func (in *instance) columnInt64(a args) uint64 {
	if s := in.column(a); s != nil {
		return uint64(s.ColumnInt64(int(a.i32(1))))
	}
	return 0
}

// columnText is sqlite3_column_text(stmt, i, buf, cap), of the length that
// sqlite3_column_bytes has; NULL is empty.
func (in *instance) columnText(a args) uint64 {
	s := in.column(a)
	if s == nil {
		return 0
	}
	var text []byte
	err := s.db.try(func() error {
		text = s.ColumnRawText(int(a.i32(1)))
		return nil
	})
	if err != nil {
		s.db.set(err)
	}
	return putText(a, 2, text)
}
