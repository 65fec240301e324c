package lesson

import (
	"strconv"
	"strings"
	"unicode"
)

// plural returns "1 code point" or "2 code points".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// quote puts a text a reader typed between quotation marks, on one line, cut
// to a length that a sentence can carry. Characters that would not show are
// written as escapes.
func quote(s string) string { return `"` + clip(s, 40) + `"` }

// clip cuts a text to n code points and escapes what would not show.
func clip(s string, n int) string {
	var b strings.Builder
	for ; s != ""; n-- {
		if n == 0 {
			b.WriteString("…")
			break
		}
		r, size := nextRune(s)
		if r != ' ' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r)) {
			b.WriteString(escape(r))
		} else {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// escape writes a code point as Python's ascii() would.
func escape(r rune) string {
	hex := strconv.FormatInt(int64(r), 16)
	switch {
	case r < 0x100:
		return `\x` + "00"[len(hex):] + hex
	case r < 0x10000:
		return `\u` + "0000"[len(hex):] + hex
	}
	return `\U` + "00000000"[len(hex):] + hex
}

// Quote puts a text into a message: between quotation marks, on one line, cut
// to a length that a message can carry.
func Quote(s string) string { return quote(s) }

// Bool prints a truth value as Python does.
func Bool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}
