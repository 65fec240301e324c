// Package contention is the lesson on two connections that want the same
// database: who is refused, by which statement, and that a refused renewal
// changed nothing. The contract is renew's; what is new is who else is there.
package contention

import (
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
)

// Immediate is renew's contract as it is. Its BEGIN IMMEDIATE takes the write
// lock, so that a busy database refuses it before anything else happens.
var Immediate = renew.New(renew.Where)

// Deferred is the mistake of a plain BEGIN, which takes no lock: the first
// statement that needs one is refused instead, inside a transaction.
var Deferred = begun("BEGIN")

func begun(by string) *renew.Contract {
	k := renew.New(renew.Where)
	k.Begin = by
	return k
}

// UseJournal puts the database into a journal mode, "delete" or "wal", and
// makes sure that it is in it: SQLite answers with the mode it has, and where
// it can't change that, with no error.
//
// https://sqlite.org/pragma.html#pragma_journal_mode
func UseJournal(c *sqlite.Conn, mode string) error {
	rows, err := c.Rows("PRAGMA journal_mode = " + mode)
	if err != nil {
		return err
	}
	if got := rows[0][0].Text; got != mode {
		return &sqlite.Error{Code: sqlite.ERROR, Msg: "the journal mode stayed " + got + " and did not become " + mode}
	}
	return nil
}
