// Package sqlite is the part of SQLite that the lessons use, in the C API's
// terms: connections, statements, values and result codes.
//
// There is one API and one file a build, as in Go's os package:
//
//   - native.go runs on [github.com/ncruces/go-sqlite3], on real files;
//   - wasip1.go runs on functions that lesson.wasm imports by the C API's
//     own names. In a browser most of them are the exports of the official
//     sqlite3.wasm; under wazero a host serves them.
//
// A Conn, like the C library's connection in its default use here, belongs to
// one goroutine at a time.
package sqlite

// Type is a value's fundamental datatype.
//
// https://sqlite.org/c3ref/c_blob.html
type Type int32

// The datatypes lessons use; no lesson stores FLOAT or BLOB.
const (
	INTEGER Type = 1
	TEXT    Type = 3
	NULL    Type = 5
)

// Value is one value that is bound to a parameter or read from a column.
// The zero Value is not a valid one; use [Int], [Text] or [Null].
type Value struct {
	Type Type
	Int  int64  // when Type is INTEGER
	Text string // when Type is TEXT, byte for byte
}

// Int returns an INTEGER value.
func Int(n int64) Value { return Value{Type: INTEGER, Int: n} }

// Text returns a TEXT value. A lone surrogate in it, as WTF-8 has them, is
// refused when it is bound: see [EncodeError].
func Text(s string) Value { return Value{Type: TEXT, Text: s} }

// Null returns NULL.
func Null() Value { return Value{Type: NULL} }

// Param gives a named parameter of a statement, such as ":token", its value.
type Param struct {
	Name  string
	Value Value
}

// Statement tells what became of one statement: it is what [Conn.Trace]
// receives.
type Statement struct {
	SQL     string  // as it was written
	Params  []Param // what it was given; it may not use all of them
	Changes int64   // rows it changed
	Err     error
}

// TxnState is how far a transaction of a connection has come.
//
// https://sqlite.org/c3ref/c_txn_none.html
type TxnState int32

// The transaction states.
const (
	TxnNone  TxnState = 0
	TxnRead  TxnState = 1
	TxnWrite TxnState = 2
)

// Result codes of sqlite3_step that are no errors.
const (
	codeOK   = 0
	codeRow  = 100
	codeDone = 101
)
