//go:build !wasip1

package lesson

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestLookAlike(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"claim-a", "claim-a", ""},
		{"claim-a", "claim-b", ""},
		{"claim-a", "", ""},
		{"", "\u200b", "characters that do not show"},
		{"claim-a", "Claim-A", "upper and lower case"},
		{"Straße Ø", "straße ø", "upper and lower case"},
		{"ΣΟΦΙΑ", "σοφια", "upper and lower case"},
		{"claim-a", "claim-a ", "spaces"},
		{"claim a", "claim\u00a0a", "spaces"},
		{"claim-a", "\tclaim-a", "spaces"},
		{"claim-a", "claim\u200b-a", "characters that do not show"},
		{"claim-a", "\ufeffclaim-a", "characters that do not show"},
		{"claim-a", "\u202eclaim-a", "characters that do not show"},
		{"é", "e\u0301", "how accented letters are composed"},
		{"Ấ", "A\u0302\u0301", "how accented letters are composed"},
		{"한", "\u1112\u1161\u11ab", "how accented letters are composed"},
		{"É ", "e\u0301", "spaces and how accented letters are composed and upper and lower case"},
		{"É", "é", "upper and lower case"},
		{"300 \u212a", "300 K", "characters that Unicode takes for the same"},
		{"300 \u212a", "300 k", "characters that Unicode takes for the same and upper and lower case"},
		{"\u2126", "Ω", "characters that Unicode takes for the same"},
		{"\u212b", "Å", "characters that Unicode takes for the same"},
		{"\u212b", "A\u030a", "characters that Unicode takes for the same and how accented letters are composed"},
	} {
		want := test.want
		if want != "" {
			want = "the two look alike, but differ in " + want
		}
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := LookAlike(pair[0], pair[1]); got != want {
				t.Errorf("%q, %q: %q; want %q", pair[0], pair[1], got, want)
			}
		}
	}
}

// TestSingle compares single with Unicode's canonical decompositions into one
// character.
func TestSingle(t *testing.T) {
	n := 0
	for r := rune(0x80); r < 0x3000; r++ {
		want := norm.NFC.String(string(r))
		if len([]rune(want)) > 1 || isSpace(r) {
			want = string(r)
		}
		if got := string(single(r, nil)); got != want {
			t.Errorf("%U is taken for %+q; Unicode has %+q", r, got, want)
		}
		if want == string(r) {
			continue
		}
		n++
		for _, same := range []string{want, norm.NFD.String(want)} {
			if LookAlike(string(r), same) == "" {
				t.Errorf("%U and %+q are not said to look alike", r, same)
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d characters have a twin", n)
	}
}

// TestComposed compares decompose with Unicode's canonical decomposition for
// every character that is one of two parts there.
func TestComposed(t *testing.T) {
	n := 0
	for r := rune(0xc0); r < 0x3000; r++ {
		s := string(r)
		if norm.NFC.String(norm.NFD.String(s)) != s {
			continue // a character that composing never gives
		}
		want := norm.NFD.String(s)
		if got := string(decompose(r, nil)); got != want {
			t.Errorf("%U decomposes to %+q; Unicode has %+q", r, got, want)
		}
		if want != s {
			n++
		}
	}
	for r := rune(0xac00); r < 0xac00+11172; r++ {
		if got, want := string(decompose(r, nil)), norm.NFD.String(string(r)); got != want {
			t.Fatalf("%U decomposes to %+q; Unicode has %+q", r, got, want)
		}
	}
	if n < 800 {
		t.Errorf("only %d characters decompose", n)
	}
}
