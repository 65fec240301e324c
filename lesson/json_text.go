//go:build !wasip1

package lesson

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"leaseplay/lesson/sqlite"
)

// jsonText is a text in JSON. encoding/json would replace a lone surrogate,
// \ud800, by U+FFFD; here it stays what it was, in its three-byte form.
type jsonText string

// UnmarshalJSON reads a JSON string, and nothing else.
func (t *jsonText) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' {
		return errNotString
	}
	s, err := unquote(b[1 : len(b)-1])
	*t = jsonText(s)
	return err
}

// MarshalJSON writes a JSON string, in which a lone surrogate is an escape.
func (t jsonText) MarshalJSON() ([]byte, error) {
	out := []byte{'"'}
	s := string(t)
	for s != "" {
		n := 0
		for n < len(s) {
			if r, _ := sqlite.Surrogate(s[n:]); r != 0 {
				break
			}
			_, size := utf8.DecodeRuneInString(s[n:])
			n += size
		}
		var plain bytes.Buffer
		enc := json.NewEncoder(&plain)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s[:n]); err != nil {
			return nil, err
		}
		out = append(out, plain.Bytes()[1:plain.Len()-2]...)
		if s = s[n:]; s != "" {
			r, size := sqlite.Surrogate(s)
			out = append(out, `\u`+strconv.FormatInt(int64(r), 16)...)
			s = s[size:]
		}
	}
	return append(out, '"'), nil
}

var errNotString = &Error{BadJSON, "", "a string is needed here"}

// unquote reads the inside of a JSON string that encoding/json has found
// well-formed. A high surrogate's escape joins the low one's behind it.
func unquote(b []byte) (string, error) {
	if !utf8.Valid(b) {
		return "", &Error{BadJSON, "", "the text is not UTF-8"}
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			out = append(out, b[i])
			continue
		}
		i++
		switch b[i] {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := hex4(b[i+1:])
			i += 4
			if utf16.IsSurrogate(r) && i+6 < len(b) && b[i+1] == '\\' && b[i+2] == 'u' {
				if pair := utf16.DecodeRune(r, hex4(b[i+3:])); pair != utf8.RuneError {
					r, i = pair, i+6
				}
			}
			if utf16.IsSurrogate(r) {
				out = append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
			} else {
				out = utf8.AppendRune(out, r)
			}
		default:
			out = append(out, b[i])
		}
	}
	return string(out), nil
}

func hex4(b []byte) rune {
	n, _ := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n)
}
