//go:build !wasip1

// The attributes of a start tag with where they stand, which the tokenizer
// doesn't tell.

package check

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// attribute is one as the start tag has it; offsets are into the tag.
type attribute struct {
	name       string // in lower case
	text       string // with entities decoded
	at         int    // of the name
	value, end int    // of the value, without its quotes
}

// spaces are HTML's.
const spaces = " \t\n\f\r"

// attributes reads a start tag from its < to its >, following the HTML
// standard's tokenizer. An attribute that comes twice is in the list twice.
//
// https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
func attributes(tag []byte) []attribute {
	var list []attribute
	at := skip(tag, 1, func(c byte) bool { return !isSpace(c) && c != '/' && c != '>' })
	for {
		at = skip(tag, at, func(c byte) bool { return isSpace(c) || c == '/' })
		if at == len(tag) || tag[at] == '>' {
			return list
		}
		a := attribute{at: at}
		at = skip(tag, at+1, func(c byte) bool { return !isSpace(c) && c != '/' && c != '>' && c != '=' })
		a.name = lower(tag[a.at:at])
		a.value, a.end = at, at
		if eq := skip(tag, at, isSpace); eq < len(tag) && tag[eq] == '=' {
			at = skip(tag, eq+1, isSpace)
			a.value = at
			switch {
			case at < len(tag) && (tag[at] == '"' || tag[at] == '\''):
				quote := tag[at]
				a.value++
				a.end = skip(tag, a.value, func(c byte) bool { return c != quote })
				at = min(a.end+1, len(tag))
			default:
				at = skip(tag, at, func(c byte) bool { return !isSpace(c) && c != '>' })
				a.end = at
			}
			a.text = decode(tag[a.value:a.end])
		}
		list = append(list, a)
	}
}

// skip returns the first place from at on that while is false for.
func skip[T string | []byte](b T, at int, while func(byte) bool) int {
	for at < len(b) && while(b[at]) {
		at++
	}
	return at
}

func isSpace(c byte) bool { return strings.IndexByte(spaces, c) >= 0 }

// lower makes a name of bytes, as HTML does: with small ASCII letters, and
// U+FFFD for NUL.
func lower(b []byte) string {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		switch {
		case 'A' <= c && c <= 'Z':
			out = append(out, c+'a'-'A')
		case c == 0:
			out = append(out, "\ufffd"...)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// decode decodes an attribute's value by the tokenizer itself, in which a
// reference without its semicolon is one only sometimes.
func decode(value []byte) string {
	quote := `"`
	if bytes.IndexByte(value, '"') >= 0 {
		quote = "'" // a value that holds " stood between ' or had no quotes
		if bytes.IndexByte(value, '\'') >= 0 {
			value = bytes.ReplaceAll(value, []byte("'"), []byte("&#39;"))
		}
	}
	tag := make([]byte, 0, len(value)+8)
	tag = append(append(append(append(tag, "<a b="...), quote...), value...), quote...)
	z := html.NewTokenizer(bytes.NewReader(append(tag, '>')))
	z.Next()
	_, text, _ := z.TagAttr()
	return string(text)
}

// undecode returns where in a value the byte at that offset of its decoded
// text comes from.
func undecode(value []byte, offset int) int {
	at := 0
	for n := 0; at < len(value) && n < offset; {
		length, size := 1, 1
		switch value[at] {
		case '&':
			if end := bytes.IndexByte(value[at:min(at+40, len(value))], ';'); end > 0 {
				if text := html.UnescapeString(string(value[at : at+end+1])); text == "&" || text[0] != '&' {
					length, size = end+1, len(text)
				}
			}
		case '\r':
			if at+1 < len(value) && value[at+1] == '\n' {
				length = 2
			}
		}
		if n+size > offset {
			break
		}
		at, n = at+length, n+size
	}
	return at
}
