// Package host runs lesson.wasm outside a browser: under wazero, with
// go-sqlite3 serving the SQLite functions it imports. So the very artifact
// that a page ships answers in the command and in tests, too.
//
// # Why the C API
//
// lesson.wasm imports a part of SQLite's C API by its own names. In a browser
// most of those imports are the official sqlite3.wasm's exports themselves,
// and this package has to answer as they do: the same result codes, and the
// same message from sqlite3_errmsg after a call that failed. go-sqlite3 wraps
// the same SQLite in Go's terms, so what its wrapping loses is put back here:
// a connection that failed to open still has its message, result codes are
// primary until sqlite3_extended_result_codes asks for more, sqlite3_reset
// returns the last step's error again, and its panics for memory that ran out
// become SQLITE_NOMEM.
//
// # What an instance owns
//
// A trap leaves a Go program's memory in any state, and lesson.wasm would
// still answer calls after one. So an instance that trapped, or that a
// context stopped, is never called again: its connections are closed, its
// files deleted, and the next call gets a new instance of the compiled
// module. Databases are an instance's own: files in a private temporary
// folder, and memdb names that no other instance can have.
//
// Handles are numbers that count up over connections and statements alike, so
// a handle that is stale, or of the other kind, is never mistaken for
// another: functions that return a result code answer SQLITE_MISUSE, the rest
// 0 or SQLITE_NULL, as SQLite's API armor has it.
//
// A guest's random numbers, and the date, are wazero's fakes, the same in each
// run. Only the clock that counts on is the system's, for Go's garbage
// collector: time is an input of a lesson.
package host
