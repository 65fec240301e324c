package sqlite

import (
	"strconv"
	"unicode/utf8"
)

// Code is a result code, primary or extended.
//
// https://sqlite.org/rescode.html
type Code int32

// The result codes that lessons and tests match by name.
const (
	ERROR      Code = 1
	BUSY       Code = 5
	NOMEM      Code = 7
	INTERRUPT  Code = 9
	IOERR      Code = 10
	CORRUPT    Code = 11
	FULL       Code = 13
	CANTOPEN   Code = 14
	TOOBIG     Code = 18
	CONSTRAINT Code = 19
	MISUSE     Code = 21

	BUSYSnapshot Code = 517 // BUSY: the transaction reads what is not the newest any more
)

// Primary returns the primary result code, the low byte.
func (c Code) Primary() Code { return c & 0xff }

// Error makes a Code something errors.Is can look for.
func (c Code) Error() string { return "SQLite result code " + strconv.Itoa(int(c)) }

// Error is a failed call: its extended result code and SQLite's message.
// errors.Is matches it with its primary and its extended Code.
//
// https://sqlite.org/c3ref/errcode.html
type Error struct {
	Code Code
	Msg  string // as sqlite3_errmsg has it, such as "database is locked"
}

func (e *Error) Error() string { return e.Msg }

// Is reports whether target is this error's primary or extended [Code].
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && (c == e.Code || c == e.Code.Primary())
}

// EncodeError says that a text can't be bound because it holds a lone
// surrogate, which UTF-8 has no encoding for. Its message is the one of
// Python's UnicodeEncodeError, since that is what a tutorial's reader sees.
type EncodeError struct {
	First rune // the surrogate, U+D800 to U+DFFF
	Start int  // its position, in code points
	End   int  // the position after the last surrogate of the run
}

func (e *EncodeError) Error() string {
	const tail = ": surrogates not allowed"
	if e.End == e.Start+1 {
		return `'utf-8' codec can't encode character '\u` + strconv.FormatInt(int64(e.First), 16) +
			"' in position " + strconv.Itoa(e.Start) + tail
	}
	return "'utf-8' codec can't encode characters in position " +
		strconv.Itoa(e.Start) + "-" + strconv.Itoa(e.End-1) + tail
}

// checkText returns an *EncodeError for the first run of lone surrogates in
// s, which is UTF-8 but for surrogates in their three-byte form (WTF-8).
func checkText(s string) error {
	if utf8.ValidString(s) {
		return nil
	}
	var run *EncodeError
	for pos := 0; s != ""; pos++ {
		r, n := Surrogate(s)
		switch {
		case n == 0 && run != nil:
			return run
		case n == 0:
			_, n = utf8.DecodeRuneInString(s)
		case run == nil:
			run = &EncodeError{First: r, Start: pos, End: pos + 1}
		default:
			run.End = pos + 1
		}
		s = s[n:]
	}
	if run == nil {
		return &Error{Code: MISUSE, Msg: "text is not UTF-8"}
	}
	return run
}

// Surrogate returns the lone surrogate that s begins with and its length in
// bytes, 3; or 0, 0. Strings from a browser may hold such halves of a pair.
//
// https://simonsapin.github.io/wtf-8/
func Surrogate(s string) (rune, int) {
	if len(s) < 3 || s[0] != 0xED || s[1]&0xE0 != 0xA0 || s[2]&0xC0 != 0x80 {
		return 0, 0
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
}
