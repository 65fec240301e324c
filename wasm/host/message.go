// From go-sqlite3's errors back to SQLite's codes and messages.

package host

import (
	"errors"
	"strings"

	"leaseplay/lesson/sqlite"

	"github.com/ncruces/go-sqlite3"
)

// The result codes that this package gives by itself.
//
// https://sqlite.org/rescode.html
const (
	codeOK          = 0
	codeError       = 1
	codeCantOpen    = 14
	codeMisuse      = 21
	codeRange       = 25
	codeRow         = 100
	codeDone        = 101
	codeIOErrDelete = 10 | 10<<8
)

// result returns the extended result code of an error of go-sqlite3 and the
// text that sqlite3_errmsg had for it.
func result(err error) (code int32, message string) {
	if err == nil {
		return codeOK, "not an error"
	}
	var e *sqlite.Error
	if !errors.As(sqlite.FromDriver(err), &e) {
		return codeError, strings.TrimPrefix(err.Error(), "sqlite3: ")
	}
	return int32(e.Code), e.Msg
}

// noMem turns a panic of go-sqlite3 for want of memory into SQLITE_NOMEM. Its
// type is internal there, so the message has to do.
func noMem(err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		if r.Error() != "sqlite3: out of memory" {
			panic(r)
		}
		*err = sqlite3.NOMEM
	default:
		panic(r)
	}
}
