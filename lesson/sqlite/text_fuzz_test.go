//go:build !wasip1

package sqlite_test

import (
	"errors"
	"fmt"
	"testing"
	"unicode/utf8"

	"leaseplay/lesson/sqlite"
)

// FuzzBindText binds any bytes. A text comes back as it was; one with lone
// surrogates is refused with Python's words and positions, and what is not even
// that as a misuse.
func FuzzBindText(f *testing.F) {
	for _, s := range []string{
		"", "a", "\x00", "a\x00b", "é", "\U0001f9ed", "\ufeff", "\xed\xa0\x80", "a\xed\xa0\x80", "é\xed\xa0\x80\xed\xb0\x80z\xed\xa0\x80",
		"\U0001f9ed\xed\xbf\xbf", "\xff", "\xed\xa0\x80\xff", "\xff\xed\xa0\x80", "\xed\xa0", "\xc0\x80", "\ufffd\xed\xa0\x80",
	} {
		f.Add(s)
	}
	c, err := sqlite.Open(sqlite.Memory())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { c.Close() })
	f.Fuzz(func(t *testing.T, s string) {
		rows, err := c.Rows("SELECT :text", sqlite.Param{Name: ":text", Value: sqlite.Text(s)})
		var e *sqlite.EncodeError
		switch message := refusal(s); {
		case utf8.ValidString(s):
			if err != nil || len(rows) != 1 || rows[0][0] != sqlite.Text(s) {
				t.Errorf("%q comes back as %+v, %v", s, rows, err)
			}
		case message == "":
			if !errors.Is(err, sqlite.MISUSE) {
				t.Errorf("%q gives %v", s, err)
			}
		case !errors.As(err, &e) || e.Error() != message:
			t.Errorf("%q gives %v; want %s", s, err, message)
		}
	})
}

// refusal is Python's message for a text with lone surrogates, or "".
func refusal(s string) string {
	var points []rune
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if len(s) >= 3 && s[0] == 0xed && 0xa0 <= s[1] && s[1] <= 0xbf && 0x80 <= s[2] && s[2] <= 0xbf {
			r, n = 0xd000|rune(s[1]&0x3f)<<6|rune(s[2]&0x3f), 3
		}
		points, s = append(points, r), s[n:]
	}
	for i, r := range points {
		if r < 0xd800 || 0xdfff < r {
			continue
		}
		end := i
		for end < len(points) && 0xd800 <= points[end] && points[end] <= 0xdfff {
			end++
		}
		if end == i+1 {
			return fmt.Sprintf(`'utf-8' codec can't encode character '\u%x' in position %d: surrogates not allowed`, r, i)
		}
		return fmt.Sprintf("'utf-8' codec can't encode characters in position %d-%d: surrogates not allowed", i, end-1)
	}
	return ""
}
