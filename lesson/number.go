package lesson

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Int is what a number field holds: the text as it was typed, and the int
// that Python's int(text, 0) reads from it, if it reads one.
type Int struct {
	Text string
	N    int64 // 0 unless Fits
	Kind IntKind
	Made string // of what, where nobody typed it: "now + 10"
}

// IntKind tells how a number field's text reads.
type IntKind uint8

// The kinds of text in a number field.
const (
	NotInt IntKind = iota // Python's int(text, 0) raises ValueError
	Fits                  // an int of 64 bits
	TooBig                // an int, but past 64 bits on either side
)

// In reports whether the text reads as an int from lo to hi.
func (i Int) In(lo, hi int64) bool { return i.Kind == Fits && lo <= i.N && i.N <= hi }

// Decimal returns the int in decimal, or "" for a text that is none of 64 bits.
func (i Int) Decimal() string {
	if i.Kind != Fits {
		return ""
	}
	return strconv.FormatInt(i.N, 10)
}

// ReadInt reads a number field as Python's int(text, 0) does: white space
// around it, a sign, the prefixes 0x 0o 0b, single underscores between digits,
// decimal digits of every script; no leading zeros, fraction or exponent.
//
// https://docs.python.org/3/library/functions.html#int
// https://docs.python.org/3/reference/lexical_analysis.html#integer-literals
func ReadInt(text string) Int {
	ascii, ok := toASCII(text)
	if !ok {
		return Int{Text: text}
	}
	s := trim(ascii)
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg, s = s[0] == '-', s[1:]
	}
	base := uint64(10)
	if len(s) > 1 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
	}
	if base != 10 {
		if s = s[2:]; s != "" && s[0] == '_' { // 0x_f: one may follow the prefix
			s = s[1:]
		}
	}
	abs, big, ok := digits(s, base)
	switch {
	case !ok, base == 10 && s[0] == '0' && (abs != 0 || big): // 05; but 00 is 0
		return Int{Text: text}
	case big, abs > math.MaxInt64 && !(neg && abs == 1<<63):
		return Int{Text: text, Kind: TooBig}
	case neg:
		return Int{Text: text, N: -int64(abs), Kind: Fits}
	}
	return Int{Text: text, N: int64(abs), Kind: Fits}
}

// digits reads digits of base with single underscores between them. big says
// that the number is past 64 bits.
func digits(s string, base uint64) (n uint64, big, ok bool) {
	prev := byte('_')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '_' {
			if prev == '_' {
				return 0, false, false
			}
			prev = c
			continue
		}
		d := uint64(99)
		switch {
		case '0' <= c && c <= '9':
			d = uint64(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			d = uint64(c|0x20-'a') + 10
		}
		if d >= base {
			return 0, false, false
		}
		if n > (math.MaxUint64-d)/base {
			big = true
		} else {
			n = n*base + d
		}
		prev = c
	}
	return n, big, prev != '_'
}

// toASCII does what CPython does to a text before it reads an int: decimal
// digits of every script become 0 to 9 and white space that is not ASCII
// becomes a blank. ok is false where another such character remains.
func toASCII(s string) (ascii string, ok bool) {
	plain := true
	for i := 0; i < len(s); i++ {
		plain = plain && s[i] < utf8.RuneSelf
	}
	if plain {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			b = append(b, byte(r))
		case isSpace(r):
			b = append(b, ' ')
		default:
			d, ok := decimal(r)
			if !ok {
				return "", false
			}
			b = append(b, '0'+d)
		}
	}
	return string(b), true
}

// trim cuts what C's isspace takes for white space off both ends.
func trim(s string) string {
	space := func(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }
	for s != "" && space(s[0]) {
		s = s[1:]
	}
	for s != "" && space(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// isSpace reports whether r has Unicode's property White_Space.
func isSpace(r rune) bool {
	switch {
	case '\t' <= r && r <= '\r', r == ' ', 0x2000 <= r && r <= 0x200a:
		return true
	}
	switch r {
	case 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return false
}

// decimal returns the value of a decimal digit of any script. Unicode keeps
// the ten digits of a script together, in order, and Go's table has their
// ranges.
func decimal(r rune) (byte, bool) {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return byte(r-rune(t.Lo)) % 10, true
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10), true
		}
	}
	return 0, false
}
