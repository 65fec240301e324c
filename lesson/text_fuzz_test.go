//go:build !wasip1

package lesson

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// nastyTexts are the seeds of the targets below: every length of a code point,
// both halves of a pair in every order, and what is no text at all.
var nastyTexts = []string{
	"", "a", "\x00", "\"\\/\b\f\n\r\t\x1f\x7f", "é", "\u2028\u2029", "\ufeff", "\U0001f9ed", "\U0010ffff",
	"\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xb8\x80\xed\xa0\xbd", "\xed\xa0\xbd\xed\xb8\x80", "a\xed\xa0\x80b\xed\xb0\x80", "\xed\xa0\x80\U0001f600",
	"\xff", "\xed\xa0", "\xc0\x80", "\xf4\x90\x80\x80", "\xed\xa0\x80\xff",
}

// units returns a text's UTF-16 code units, as a browser has it.
func units(s string) (units []uint16) {
	for s != "" {
		r, n := nextRune(s)
		if utf16.IsSurrogate(r) {
			units = append(units, uint16(r))
		} else {
			units = utf16.AppendRune(units, r)
		}
		s = s[n:]
	}
	return units
}

// FuzzText writes texts as JSON and reads them back, and has encoding/json read
// and write the same.
func FuzzText(f *testing.F) {
	for _, s := range nastyTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !validText(s) {
			return
		}
		text, err := jsonText(s).MarshalJSON()
		if err != nil || !utf8.Valid(text) || !json.Valid(text) {
			t.Fatalf("%q is written as %q, %v", s, text, err)
		}
		var back jsonText
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%q is written as %s: %v", s, text, err)
		}
		got, want := units(string(back)), units(s)
		if string(utf16.Decode(got)) != string(utf16.Decode(want)) || len(got) != len(want) {
			t.Fatalf("%q comes back as %q from %s", s, back, text)
		}
		if _, pair := joined(s); !pair && string(back) != s {
			t.Fatalf("%q comes back as %q from %s", s, back, text)
		}
		if utf8.ValidString(s) {
			var plain string
			if err := json.Unmarshal(text, &plain); err != nil || plain != s {
				t.Fatalf("%q is written as %s, which encoding/json reads as %q, %v", s, text, plain, err)
			}
		}
		code, _ := joined(s)
		if Len(string(back)) != code {
			t.Fatalf("%q has %d code points, not %d", back, Len(string(back)), code)
		}
	})
}

// joined counts the code points that a text has once halves of a pair that
// stand together are one, and says whether there are any.
func joined(s string) (n int, pair bool) {
	u := units(s)
	for i := 0; i < len(u); i++ {
		if n++; i+1 < len(u) && 0xd800 <= u[i] && u[i] < 0xdc00 && 0xdc00 <= u[i+1] && u[i+1] < 0xe000 {
			i++
		}
	}
	return n, strings.Contains(s, "\xed") && n < Len(s)
}

// FuzzUnquote reads what JSON has for strings: with encoding/json's result,
// but for lone surrogates, and so that it can be written again.
func FuzzUnquote(f *testing.F) {
	for _, s := range []string{``, `a`, `\u0000`, `\ud83d\ude00`, `\ude00\ud83d`, `\ud83d\ud83d\ude00`, `\ud83d\u0041`, `\ud83d\`, `\ud83d\u12`, `\"\\\/\b\f\n\r\t`, `é`, "\xff", `\uD83D\uDE00`, `\ud83d\nx`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, inside string) {
		source := []byte(`"` + inside + `"`)
		if !json.Valid(source) {
			return
		}
		var got jsonText
		var plain string
		if err := json.Unmarshal(source, &plain); err != nil {
			return // two strings, or none
		}
		if err := json.Unmarshal(source, &got); err != nil {
			if utf8.ValidString(inside) {
				t.Fatalf("%s: %v", source, err)
			}
			return
		}
		if !validText(string(got)) {
			t.Fatalf("%s is read as %q", source, got)
		}
		if replaced := string(utf16.Decode(units(string(got)))); replaced != plain {
			t.Fatalf("%s is read as %q, by encoding/json as %q", source, got, plain)
		}
		again, err := got.MarshalJSON()
		var back jsonText
		if err != nil || json.Unmarshal(again, &back) != nil || back != got {
			t.Fatalf("%s is read as %q, which is written as %s", source, got, again)
		}
	})
}
