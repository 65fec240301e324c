//go:build !wasip1

package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // for Memory
)

// db is a connection of go-sqlite3.
type db struct{ *sqlite3.Conn }

// stmtHandle is a statement of go-sqlite3.
type stmtHandle struct{ *sqlite3.Stmt }

// SetInterrupt makes the connection's statements fail with INTERRUPT while ctx
// is done. Natively only.
//
// https://sqlite.org/c3ref/interrupt.html
func (c *Conn) SetInterrupt(ctx context.Context) { c.db.SetInterrupt(ctx) }

// uninterrupted runs f where no interrupt reaches it: a rollback has to work
// above all when a statement was interrupted.
func (d db) uninterrupted(f func()) {
	old := d.SetInterrupt(context.Background())
	f()
	d.SetInterrupt(old)
}

func openDB(uri string, flags OpenFlags) (db, error) {
	c, err := sqlite3.OpenFlags(uri, sqlite3.OpenFlag(flags))
	if err != nil {
		return db{}, FromDriver(err)
	}
	return db{c}, nil
}

func (d db) close() error       { return FromDriver(d.Close()) }
func (d db) autocommit() bool   { return d.GetAutocommit() }
func (d db) txnState() TxnState { return TxnState(d.TxnState("")) }
func (d db) changes64() int64   { return d.Changes() }

func (d db) prepare(sql string) (stmtHandle, error) {
	s, _, err := d.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT)
	if err == nil && s == nil {
		err = &Error{Code: MISUSE, Msg: "no SQL statement"}
	}
	return stmtHandle{s}, FromDriver(err)
}

func (s stmtHandle) finalize() error                   { return FromDriver(s.Close()) }
func (s stmtHandle) reset()                            { _ = s.Reset() }
func (s stmtHandle) clearBindings()                    { _ = s.ClearBindings() }
func (s stmtHandle) columnCount() int                  { return s.ColumnCount() }
func (s stmtHandle) columnType(i int) Type             { return Type(s.ColumnType(i)) }
func (s stmtHandle) columnInt64(i int) int64           { return s.ColumnInt64(i) }
func (s stmtHandle) columnText(i int) string           { return s.ColumnText(i) }
func (s stmtHandle) bindParameterCount() int           { return s.BindCount() }
func (s stmtHandle) bindParameterName(i int) string    { return s.BindName(i) }
func (s stmtHandle) bindInt64(i int, n int64) error    { return FromDriver(s.BindInt64(i, n)) }
func (s stmtHandle) bindText(i int, text string) error { return FromDriver(s.BindText(i, text)) }
func (s stmtHandle) bindNull(i int) error              { return FromDriver(s.BindNull(i)) }
func (s stmtHandle) step() (row bool, err error) {
	if s.Step() {
		return true, nil
	}
	return false, FromDriver(s.Err())
}

// FromDriver turns go-sqlite3's error into an *Error with the extended result
// code and the message that sqlite3_errmsg gave: go-sqlite3 sets the code's own
// text before it and the operating system's error behind it. A message that
// began with the code's own text and went on is not to be told from one without
// that text; no message of SQLite's own does. Any other error, nil among them,
// is returned as it is. Natively only.
func FromDriver(err error) error {
	var ours *Error
	var code sqlite3.ExtendedErrorCode
	if err == nil || errors.As(err, &ours) || !errors.As(err, &code) {
		return err
	}
	generic, msg := code.Error(), err.Error()
	if sys := errors.Unwrap(err); sys != nil {
		msg = strings.TrimSuffix(msg, ": "+sys.Error())
	}
	if msg = strings.TrimPrefix(strings.TrimPrefix(msg, generic), ": "); msg == "" {
		msg = strings.TrimPrefix(generic, "sqlite3: ")
	}
	return &Error{Code: Code(code), Msg: msg}
}

// Database is a database for one run of a program: natively a file.
type Database struct {
	uri string
	dir string // what Remove deletes: the temporary folder of Create
}

// Create makes the place for a fresh database, in a temporary folder. Its file
// appears with the first connection's first write.
func Create() (*Database, error) {
	dir, err := os.MkdirTemp("", "leaseplay-")
	if err != nil {
		return nil, &Error{Code: CANTOPEN, Msg: err.Error()}
	}
	return &Database{FileURI(filepath.Join(dir, "lesson.db")), dir}, nil
}

// At returns the database of a URI, which is to be empty or not there yet and
// stays after the run. Natively only.
func At(uri string) *Database { return &Database{uri: uri} }

// FileURI returns the URI of a file.
//
// https://sqlite.org/uri.html
func FileURI(path string) string {
	return "file:" + uriEscapes.Replace(filepath.ToSlash(path))
}

var uriEscapes = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// URI names the database for [Open].
func (d *Database) URI() string { return d.uri }

// Stays reports whether the database is kept after its run, so that what is
// committed has to outlive even a crash of the machine.
func (d *Database) Stays() bool { return d.dir == "" }

// Remove deletes one of Create's databases with its journal. Every connection
// to it has to be closed.
func (d *Database) Remove() error {
	if d.Stays() {
		return nil
	}
	return os.RemoveAll(d.dir)
}

var memories atomic.Int64 // databases in memory so far, for their names

// Memory names a fresh database in memory, which ends with its last
// connection. It is quicker than one of [Create]'s, but readers and writers
// may lock each other out where they wouldn't on a file.
//
// https://sqlite.org/src/file/src/memdb.c
func Memory() string {
	return "file:/leaseplay-memory-" + strconv.FormatInt(memories.Add(1), 10) + "?vfs=memdb"
}
