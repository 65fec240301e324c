// From go-sqlite3's errors back to SQLite's codes and messages.

package host

import (
	"errors"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// The result codes that this package gives by itself.
//
// https://sqlite.org/rescode.html
const (
	codeOK          = 0
	codeError       = 1
	codeNoMem       = 7
	codeCantOpen    = 14
	codeMisuse      = 21
	codeRange       = 25
	codeRow         = 100
	codeDone        = 101
	codeIOErrDelete = 10 | 10<<8
)

// result returns the extended result code of an error of go-sqlite3 and the
// text that sqlite3_errmsg had for it: go-sqlite3 puts the code's own text in
// front, and behind it the error of the operating system. A message that
// began with the code's own text and went on is not to be told from one
// without that text; no message of SQLite's own does.
func result(err error) (code int32, message string) {
	if err == nil {
		return codeOK, "not an error"
	}
	var extended sqlite3.ExtendedErrorCode
	if !errors.As(err, &extended) {
		return codeError, strings.TrimPrefix(err.Error(), "sqlite3: ")
	}
	generic := extended.Error()
	message = err.Error()
	if sys := errors.Unwrap(err); sys != nil {
		message = strings.TrimSuffix(message, ": "+sys.Error())
	}
	message = strings.TrimPrefix(strings.TrimPrefix(message, generic), ": ")
	if message == "" {
		message = strings.TrimPrefix(generic, "sqlite3: ")
	}
	return int32(extended), message
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
