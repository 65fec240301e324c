// Connections.

package host

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"strconv"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb"
)

// db is a connection, or what is left of one that failed to open: its error.
type db struct {
	conn     *sqlite3.Conn // nil if it failed to open
	extended bool          // whether functions return extended result codes
	closed   bool          // closed, but for its statements
	stmts    int           // not finalized

	message string // of the call that failed or succeeded last, for sqlite3_errmsg
}

// set remembers how a call ended and returns its result code.
func (d *db) set(err error) uint64 {
	code, message := result(err)
	d.message = message
	if !d.extended {
		code &= 0xff
	}
	return uint64(code)
}

// try calls f, which may run out of memory.
func (d *db) try(f func() error) (err error) {
	defer noMem(&err)
	return f()
}

// interruptBy has the connection's statements end with SQLITE_INTERRUPT when
// ctx is done.
func (d *db) interruptBy(ctx context.Context) {
	if d.conn != nil {
		d.conn.SetInterrupt(ctx)
	}
}

// db returns the connection of argument 0 that calls can be made on, or nil.
func (in *instance) db(a args) *db {
	if d := in.dbs[a.u32(0)]; d != nil && d.conn != nil && !d.closed {
		return d
	}
	return nil
}

// openV2 is sqlite3_open_v2(name, nameLen, flags, ppDb). As in C, there is a
// handle when it fails, too, to ask for the message and to close.
//
// https://sqlite.org/c3ref/open.html
func (in *instance) openV2(a args) uint64 {
	flags := sqlite3.OpenFlag(a.u32(2))
	d := &db{extended: flags&sqlite3.OPEN_EXRESCODE != 0}
	err := d.try(func() (err error) {
		d.conn, err = in.open(a.text(0), flags)
		return err
	})
	d.interruptBy(in.ctx)
	h := in.handle()
	in.dbs[h] = d
	a.putU32(3, h)
	return d.set(err)
}

func (in *instance) open(uri string, flags sqlite3.OpenFlag) (*sqlite3.Conn, error) {
	// go-sqlite3 would take no mode for the default one.
	switch flags & (sqlite3.OPEN_READONLY | sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE) {
	case sqlite3.OPEN_READONLY, sqlite3.OPEN_READWRITE, sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE:
	default:
		return nil, sqlite3.MISUSE
	}
	name, vfs, ok := parseName(uri)
	if !ok {
		return nil, sqlite3.CANTOPEN
	}
	if vfs == "memdb" {
		return sqlite3.OpenFlags("file:/"+url.PathEscape(in.id+name)+"?vfs=memdb", flags|sqlite3.OPEN_URI)
	}
	path, err := in.path(name)
	if err != nil {
		return nil, sqlite3.CANTOPEN
	}
	return sqlite3.OpenFlags(path, flags&^sqlite3.OPEN_URI)
}

// closeV2 is sqlite3_close_v2(db): with statements left, the connection stays
// until the last of them is finalized.
//
// https://sqlite.org/c3ref/close.html
func (in *instance) closeV2(a args) uint64 {
	h := a.u32(0)
	if h == 0 {
		return codeOK
	}
	d := in.dbs[h]
	if d == nil || d.closed {
		return codeMisuse
	}
	d.closed = true
	if d.stmts > 0 {
		return codeOK // discard finds it by its handle
	}
	delete(in.dbs, h)
	return d.close()
}

func (d *db) close() uint64 {
	if d.conn == nil {
		return codeOK
	}
	return d.set(d.try(d.conn.Close))
}

// errmsg is sqlite3_errmsg(db, buf, cap).
//
// https://sqlite.org/c3ref/errcode.html
func (in *instance) errmsg(a args) uint64 {
	h := a.u32(0)
	switch d := in.dbs[h]; {
	case d != nil && !d.closed:
		return putText(a, 1, d.message)
	case h == 0: // C has a null pointer when there was no memory for a connection
		return putText(a, 1, "out of memory")
	default:
		return putText(a, 1, "bad parameter or other API misuse")
	}
}

// extendedResultCodes is sqlite3_extended_result_codes(db, onoff).
//
// https://sqlite.org/c3ref/extended_result_codes.html
func (in *instance) extendedResultCodes(a args) uint64 {
	d := in.dbs[a.u32(0)]
	if d == nil || d.closed {
		return codeMisuse
	}
	d.extended = a.i32(1) != 0
	return codeOK
}

// changes64 is sqlite3_changes64(db).
//
// https://sqlite.org/c3ref/changes.html
func (in *instance) changes64(a args) uint64 {
	if d := in.db(a); d != nil {
		return uint64(d.conn.Changes())
	}
	return 0
}

// getAutocommit is sqlite3_get_autocommit(db).
//
// https://sqlite.org/c3ref/get_autocommit.html
func (in *instance) getAutocommit(a args) uint64 {
	if d := in.db(a); d != nil && d.conn.GetAutocommit() {
		return 1
	}
	return 0
}

// txnState is sqlite3_txn_state(db, zSchema), where zSchema, an address in
// SQLite's memory, can only be null.
//
// https://sqlite.org/c3ref/txn_state.html
func (in *instance) txnState(a args) uint64 {
	if ptr := a.u32(1); ptr != 0 {
		panic(fault("sqlite3_txn_state: a schema's name at " + strconv.Itoa(int(ptr)) + " of a memory that isn't there"))
	}
	d := in.db(a)
	if d == nil {
		return uint64(^uint32(0)) // -1
	}
	return uint64(d.conn.TxnState(""))
}

// vfsDelete is vfs_delete(name, nameLen): it deletes the file of a database
// and those beside it. Files that are missing are fine.
func (in *instance) vfsDelete(a args) uint64 {
	name, vfs, ok := parseName(a.text(0))
	if !ok || vfs != "unix" {
		return codeMisuse
	}
	path, err := in.path(name)
	if err != nil {
		return codeIOErrDelete
	}
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return codeIOErrDelete
		}
	}
	return codeOK
}
