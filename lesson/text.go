package lesson

import (
	"unicode/utf8"

	"leaseplay/lesson/sqlite"
)

// Texts are UTF-8, except that a lone surrogate a browser let through stays,
// in its three-byte form (WTF-8): what was typed is never changed.

// Len returns the length of a text in code points, as Python's len does; a
// lone surrogate counts as one.
func Len(s string) int {
	n := 0
	for s != "" {
		_, size := nextRune(s)
		s = s[size:]
		n++
	}
	return n
}

// nextRune decodes the first code point of s, lone surrogates included.
func nextRune(s string) (rune, int) {
	if r, n := sqlite.Surrogate(s); n != 0 {
		return r, n
	}
	return utf8.DecodeRuneInString(s)
}

// validText reports whether s is UTF-8 but for lone surrogates.
func validText(s string) bool {
	if utf8.ValidString(s) {
		return true
	}
	for s != "" {
		r, n := nextRune(s)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		s = s[n:]
	}
	return true
}
