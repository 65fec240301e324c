package lesson

import "strconv"

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
	var out []byte
	for ; s != ""; n-- {
		if n == 0 {
			return string(out) + "…"
		}
		r, size := nextRune(s)
		if hidden(r) {
			out = append(out, escape(r)...)
		} else {
			out = append(out, s[:size]...)
		}
		s = s[size:]
	}
	return string(out)
}

// hidden reports whether a character shows nothing of itself or changes how
// its neighbours show: controls, spaces other than ' ', zero-width and bidi
// characters, byte-order mark, tags, variation selectors, private use and
// lone surrogates.
func hidden(r rune) bool {
	switch {
	case r == ' ':
		return false
	case isSpace(r), r < ' ', 0x7f <= r && r < 0xa0:
		return true
	case 0x200b <= r && r <= 0x200f, 0x202a <= r && r <= 0x202e, 0x2060 <= r && r <= 0x206f:
		return true
	case 0xd800 <= r && r <= 0xf8ff, 0xfe00 <= r && r <= 0xfe0f, 0xe0000 <= r:
		return true
	}
	switch r {
	case 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xfffa, 0xfffb:
		return true
	}
	return false
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

// Clip puts a text on one line of a message: cut to n code points, with what
// would not show as escapes.
func Clip(s string, n int) string { return clip(s, n) }

// Bool prints a truth value as Python does.
func Bool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}
