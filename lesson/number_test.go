//go:build !wasip1

package lesson

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestReadInt compares with what CPython's int(text, 0) made of the texts in
// testdata/int.jsonl: "int" has the number in decimal, or null for ValueError.
func TestReadInt(t *testing.T) {
	text, err := os.ReadFile("testdata/int.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for in := bufio.NewScanner(bytes.NewReader(text)); in.Scan(); n++ {
		var want struct {
			Text jsonText    `json:"text"`
			Int  json.Number `json:"int"`
		}
		if err := json.Unmarshal(in.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		got := ReadInt(string(want.Text))
		n64, err := want.Int.Int64()
		switch {
		case want.Int == "" && got.Kind != NotInt:
			t.Errorf("ReadInt(%q) = %d; Python raises ValueError", want.Text, got.N)
		case want.Int != "" && err != nil && got.Kind != TooBig:
			t.Errorf("ReadInt(%q) = %v; Python reads %s", want.Text, got, want.Int)
		case want.Int != "" && err == nil && (got.Kind != Fits || got.N != n64):
			t.Errorf("ReadInt(%q) = %v; Python reads %s", want.Text, got, want.Int)
		}
	}
	if n < 1000 {
		t.Errorf("only %d texts", n)
	}
}

// pythonInt is Python's grammar of an integer literal with a sign, which is
// what int(text, 0) reads between white space.
//
// https://docs.python.org/3/reference/lexical_analysis.html#integer-literals
var pythonInt = regexp.MustCompile(`^[+-]?(0[xX](_?[0-9a-fA-F])+|0[oO](_?[0-7])+|0[bB](_?[01])+|[1-9](_?[0-9])*|0(_?0)*)$`)

// readBig reads a number field by that grammar and math/big, as a check on
// ReadInt. The characters that are replaced first are Unicode's.
func readBig(s string) *big.Int {
	s = strings.TrimFunc(strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
		case unicode.Is(unicode.White_Space, r):
			return ' '
		case unicode.Is(unicode.Nd, r):
			zero := r // scripts have their digits in tens, and some stand side by side
			for unicode.Is(unicode.Nd, zero-1) {
				zero--
			}
			return '0' + (r-zero)%10
		}
		return r
	}, s), func(r rune) bool { return r < utf8.RuneSelf && unicode.IsSpace(r) })
	if !utf8.ValidString(s) || !pythonInt.MatchString(s) {
		return nil
	}
	n, ok := new(big.Int).SetString(strings.ToLower(strings.ReplaceAll(s, "_", "")), 0)
	if !ok { // Go takes a zero in front for octal, but 00 is 0 there too
		panic(s)
	}
	return n
}

// FuzzReadInt compares ReadInt with readBig.
func FuzzReadInt(f *testing.F) {
	for _, s := range []string{"5", " 5 ", "+7", "-0", "1_0", "0x0A", "0b11", "٥", "05", "5.0", "1e3", "", "- 5", "²", "True", "0x_f", "9223372036854775808"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := ReadInt(s)
		if got.Text != s {
			t.Errorf("ReadInt(%q) changed the text to %q", s, got.Text)
		}
		switch want := readBig(s); {
		case want == nil:
			if got.Kind != NotInt {
				t.Errorf("ReadInt(%q) = %v, but it is no int", s, got)
			}
		case !want.IsInt64():
			if got.Kind != TooBig {
				t.Errorf("ReadInt(%q) = %v, but it is %v", s, got, want)
			}
		case got.Kind != Fits || got.N != want.Int64():
			t.Errorf("ReadInt(%q) = %v, but it is %v", s, got, want)
		}
		if got.Kind != Fits {
			if got.N != 0 {
				t.Errorf("ReadInt(%q) is no int of 64 bits but gives %d", s, got.N)
			}
			return
		}
		if again := ReadInt(got.show()); again.Kind != Fits || again.N != got.N {
			t.Errorf("ReadInt(%q) = %d, but its decimal reads as %v", s, got.N, again)
		}
	})
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]string{
		" 0x0A ": "10", "-0": "0", "٥": "5", "-9223372036854775808": "-9223372036854775808",
		"05": "", "": "", "9223372036854775808": "",
	} {
		if got := ReadInt(text).Decimal(); got != want {
			t.Errorf("ReadInt(%q).Decimal() = %q, want %q", text, got, want)
		}
	}
}
