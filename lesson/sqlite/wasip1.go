//go:build wasip1

package sqlite

import (
	"strconv"
	"unsafe"
)

// The functions that take only integers and handles. In a browser they are
// sqlite3.wasm's own exports, with no JavaScript between.
//
//go:wasmimport sqlite3 sqlite3_step
func sqlite3_step(s uint32) int32

//go:wasmimport sqlite3 sqlite3_reset
func sqlite3_reset(s uint32) int32

//go:wasmimport sqlite3 sqlite3_finalize
func sqlite3_finalize(s uint32) int32

//go:wasmimport sqlite3 sqlite3_clear_bindings
func sqlite3_clear_bindings(s uint32) int32

//go:wasmimport sqlite3 sqlite3_bind_int64
func sqlite3_bind_int64(s uint32, i int32, n int64) int32

//go:wasmimport sqlite3 sqlite3_bind_null
func sqlite3_bind_null(s uint32, i int32) int32

//go:wasmimport sqlite3 sqlite3_bind_parameter_count
func sqlite3_bind_parameter_count(s uint32) int32

//go:wasmimport sqlite3 sqlite3_column_count
func sqlite3_column_count(s uint32) int32

//go:wasmimport sqlite3 sqlite3_column_type
func sqlite3_column_type(s uint32, i int32) int32

//go:wasmimport sqlite3 sqlite3_column_int64
func sqlite3_column_int64(s uint32, i int32) int64

//go:wasmimport sqlite3 sqlite3_changes64
func sqlite3_changes64(d uint32) int64

//go:wasmimport sqlite3 sqlite3_get_autocommit
func sqlite3_get_autocommit(d uint32) int32

//go:wasmimport sqlite3 sqlite3_txn_state
func sqlite3_txn_state(d uint32, schema uint32) int32

//go:wasmimport sqlite3 sqlite3_extended_result_codes
func sqlite3_extended_result_codes(d uint32, on int32) int32

//go:wasmimport sqlite3 sqlite3_close_v2
func sqlite3_close_v2(d uint32) int32

// The functions that carry text, which the host copies between the two
// memories. One that returns a text writes what fits and returns the text's
// whole length.
//
//go:wasmimport leaseplay sqlite3_open_v2
func sqlite3_open_v2(name string, flags OpenFlags, d *uint32) int32

//go:wasmimport leaseplay sqlite3_prepare_v3
func sqlite3_prepare_v3(d uint32, sql string, flags int32, s *uint32) int32

//go:wasmimport leaseplay sqlite3_bind_text
func sqlite3_bind_text(s uint32, i int32, text string) int32

//go:wasmimport leaseplay sqlite3_bind_parameter_name
func sqlite3_bind_parameter_name(s uint32, i int32, buf unsafe.Pointer, size int32) int32

//go:wasmimport leaseplay sqlite3_column_text
func sqlite3_column_text(s uint32, i int32, buf unsafe.Pointer, size int32) int32

//go:wasmimport leaseplay sqlite3_errmsg
func sqlite3_errmsg(d uint32, buf unsafe.Pointer, size int32) int32

//go:wasmimport leaseplay vfs_delete
func vfs_delete(name string) int32

// db is a connection: the address it has in SQLite's memory, which means
// nothing in this one.
type db struct{ h uint32 }

// stmtHandle is a statement, likewise an address, with its connection.
type stmtHandle struct {
	h  uint32
	db db
}

const prepPersistent = 1

// scratch is where the host writes text; it grows to the longest one.
var scratch = make([]byte, 256)

// text calls read until its text fits the scratch buffer.
func text(read func(buf unsafe.Pointer, size int32) int32) string {
	for {
		n := int(read(unsafe.Pointer(&scratch[0]), int32(len(scratch))))
		if n <= len(scratch) {
			return string(scratch[:n])
		}
		scratch = make([]byte, n)
	}
}

// failed makes the error of a result code, or nil for SQLITE_OK.
func (d db) failed(rc int32) error {
	if rc == codeOK {
		return nil
	}
	msg := text(func(buf unsafe.Pointer, size int32) int32 { return sqlite3_errmsg(d.h, buf, size) })
	return &Error{Code: Code(rc), Msg: msg}
}

func openDB(uri string, flags OpenFlags) (db, error) {
	var d db
	if rc := sqlite3_open_v2(uri, flags, &d.h); rc != codeOK {
		if d.h == 0 { // not even memory for the handle
			return db{}, &Error{Code: Code(rc), Msg: "unable to open database file"}
		}
		err := d.failed(rc)
		sqlite3_close_v2(d.h)
		return db{}, err
	}
	sqlite3_extended_result_codes(d.h, 1)
	return d, nil
}

func (d db) close() error {
	if rc := sqlite3_close_v2(d.h); rc != codeOK {
		return &Error{Code: Code(rc), Msg: "unable to close the connection"}
	}
	return nil
}

func (d db) autocommit() bool   { return sqlite3_get_autocommit(d.h) != 0 }
func (d db) txnState() TxnState { return TxnState(sqlite3_txn_state(d.h, 0)) }

// uninterrupted runs f: nothing interrupts a statement here.
func (d db) uninterrupted(f func()) { f() }

func (d db) changes64() int64 { return sqlite3_changes64(d.h) }

func (d db) prepare(sql string) (stmtHandle, error) {
	s := stmtHandle{db: d}
	if err := d.failed(sqlite3_prepare_v3(d.h, sql, prepPersistent, &s.h)); err != nil {
		return stmtHandle{}, err
	}
	if s.h == 0 {
		return stmtHandle{}, &Error{Code: MISUSE, Msg: "no SQL statement"}
	}
	return s, nil
}

func (s stmtHandle) finalize() error         { return s.db.failed(sqlite3_finalize(s.h)) }
func (s stmtHandle) reset()                  { sqlite3_reset(s.h) }
func (s stmtHandle) clearBindings()          { sqlite3_clear_bindings(s.h) }
func (s stmtHandle) columnCount() int        { return int(sqlite3_column_count(s.h)) }
func (s stmtHandle) columnType(i int) Type   { return Type(sqlite3_column_type(s.h, int32(i))) }
func (s stmtHandle) columnInt64(i int) int64 { return sqlite3_column_int64(s.h, int32(i)) }
func (s stmtHandle) bindParameterCount() int { return int(sqlite3_bind_parameter_count(s.h)) }
func (s stmtHandle) bindNull(i int) error    { return s.db.failed(sqlite3_bind_null(s.h, int32(i))) }

func (s stmtHandle) columnText(i int) string {
	return text(func(buf unsafe.Pointer, size int32) int32 {
		return sqlite3_column_text(s.h, int32(i), buf, size)
	})
}

func (s stmtHandle) bindParameterName(i int) string {
	return text(func(buf unsafe.Pointer, size int32) int32 {
		return sqlite3_bind_parameter_name(s.h, int32(i), buf, size)
	})
}

func (s stmtHandle) bindInt64(i int, n int64) error {
	return s.db.failed(sqlite3_bind_int64(s.h, int32(i), n))
}

func (s stmtHandle) bindText(i int, text string) error {
	return s.db.failed(sqlite3_bind_text(s.h, int32(i), text))
}

func (s stmtHandle) step() (row bool, err error) {
	switch rc := sqlite3_step(s.h); rc {
	case codeRow:
		return true, nil
	case codeDone:
		return false, nil
	default:
		return false, s.db.failed(rc)
	}
}

// Database is a fresh database of its own, for one run of a program: here a
// file of SQLite's unix VFS, which has locks and a rollback journal like a
// native one. The official build's default VFS, unix-none, has no locks.
type Database struct{ uri string }

var created int // databases so far, for their names

// Create names a database. Its file appears with the first connection's first
// write.
func Create() (*Database, error) {
	created++
	return &Database{"file:/leaseplay-" + strconv.Itoa(created) + "?vfs=unix"}, nil
}

// URI names the database for [Open].
func (d *Database) URI() string { return d.uri }

// Stays reports whether the database is kept after its run: here none is.
func (d *Database) Stays() bool { return false }

// Remove deletes the database with its journal. Every connection to it has to
// be closed.
func (d *Database) Remove() error {
	if rc := vfs_delete(d.uri); rc != codeOK {
		return &Error{Code: Code(rc), Msg: "unable to delete the database file"}
	}
	return nil
}

// Memory names a fresh database in memory, which ends with its last
// connection. It is quicker than one of [Create]'s, but readers and writers
// may lock each other out where they wouldn't on a file.
//
// https://sqlite.org/src/file/src/memdb.c
func Memory() string {
	created++
	return "file:/leaseplay-memory-" + strconv.Itoa(created) + "?vfs=memdb"
}
