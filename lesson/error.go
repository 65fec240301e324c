package lesson

import (
	"strconv"

	"leaseplay/lesson/sqlite"
)

// Code names a kind of error in a program; errors.Is matches it.
type Code string

func (c Code) Error() string { return string(c) }

// The codes of errors in programs.
const (
	UnknownLesson  Code = "unknown-lesson"
	UnknownVariant Code = "unknown-variant"
	UnknownOp      Code = "unknown-op"
	UnknownField   Code = "unknown-field"
	MissingField   Code = "missing-field"
	BadValue       Code = "bad-value"
	BadJSON        Code = "bad-json"
	TooLong        Code = "too-long"
)

// Error says what is wrong with a program, and where: a program with an error
// is not run. A contract's refusal of its inputs is no such error, but part of
// an outcome.
type Error struct {
	Code    Code
	Path    string // "steps[0].now", "row.expiry"
	Message string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return clip(e.Path, 80) + ": " + e.Message
}

// Is reports whether target is this error's [Code].
func (e *Error) Is(target error) bool { return target == e.Code }

// Raised is an exception of a step, as Python would raise it.
type Raised struct {
	Type    string // "ValueError", "sqlite3.OperationalError"
	Message string
	Code    sqlite.Code // SQLite's extended result code, 0 if it is none of SQLite's
}

// Line is the last line of the exception's traceback.
func (r *Raised) Line() string {
	if r.Message == "" {
		return r.Type
	}
	return r.Type + ": " + r.Message
}

// raised turns an error of a contract into the exception that Python's
// sqlite3 module raises for it.
//
// https://docs.python.org/3/library/sqlite3.html#exceptions
func raised(err error) *Raised {
	switch e := err.(type) {
	case nil:
		return nil
	case *ValueError:
		return &Raised{Type: "ValueError", Message: e.Message}
	case *sqlite.EncodeError:
		return &Raised{Type: "UnicodeEncodeError", Message: e.Error()}
	case *sqlite.Error:
		return &Raised{Type: exception(e.Code.Primary()), Message: e.Msg, Code: e.Code}
	}
	return &Raised{Type: "Exception", Message: err.Error()} // nothing that a lesson does gives another
}

// exception names the exception class for a primary result code, as CPython's
// sqlite3 chooses it.
func exception(code sqlite.Code) string {
	switch code {
	case 2, 12: // INTERNAL, NOTFOUND
		return "sqlite3.InternalError"
	case sqlite.NOMEM:
		return "MemoryError"
	case sqlite.CORRUPT:
		return "sqlite3.DatabaseError"
	case sqlite.TOOBIG:
		return "sqlite3.DataError"
	case sqlite.CONSTRAINT, 20: // MISMATCH
		return "sqlite3.IntegrityError"
	case sqlite.MISUSE, 25: // RANGE
		return "sqlite3.InterfaceError"
	}
	if code <= 17 {
		return "sqlite3.OperationalError"
	}
	return "sqlite3.DatabaseError"
}

func stepPath(i int) string { return "steps[" + strconv.Itoa(i) + "]" }

// list joins names for a message: "id-only, may-shorten".
func list(n int, name func(int) string) string {
	if n == 0 {
		return "none"
	}
	s := name(0)
	for i := 1; i < n; i++ {
		s += ", " + name(i)
	}
	return s
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
