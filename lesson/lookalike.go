package lesson

// LookAlike says in words how two different texts differ that look alike, or
// nothing where they don't: in characters that don't show, in spaces, in how
// accented letters are composed, in upper and lower case.
func LookAlike(a, b string) string {
	if a == b || folded(a, len(folds)) != folded(b, len(folds)) {
		return ""
	}
	out := ""
	for i, f := range folds {
		// What makes them equal only if it is looked past is a difference.
		if folded(a, i) != folded(b, i) {
			if out != "" {
				out += " and "
			}
			out += f.name
		}
	}
	if out == "" {
		out = "characters that are written differently"
	}
	return "the two look alike, but differ in " + out
}

// folds are the ways to look past a difference, by its name.
var folds = [...]struct {
	name string
	fold func(r rune, out []rune) []rune
}{
	{"characters that do not show", func(r rune, out []rune) []rune {
		if hidden(r) && !isSpace(r) {
			return out
		}
		return append(out, r)
	}},
	{"spaces", func(r rune, out []rune) []rune {
		if isSpace(r) {
			return out
		}
		return append(out, r)
	}},
	{"characters that Unicode takes for the same", single},
	{"how accented letters are composed", decompose},
	{"upper and lower case", func(r rune, out []rune) []rune { return append(out, lower(r)) }},
}

// folded applies all folds but the one at index skip.
func folded(s string, skip int) string {
	var text []rune
	for s != "" {
		r, n := nextRune(s)
		text = append(text, r)
		s = s[n:]
	}
	for i, f := range folds {
		if i == skip {
			continue
		}
		var out []rune
		for _, r := range text {
			out = f.fold(r, out)
		}
		text = out
	}
	return string(text)
}

// single puts the usual character in place of one that Unicode has twice, such
// as the Kelvin sign.
func single(r rune, out []rune) []rune {
	k := 0
	for _, twin := range twins {
		if twin == r {
			for _, usual := range usuals {
				if k--; k < 0 {
					return append(out, usual)
				}
			}
		}
		k++
	}
	return append(out, r)
}

// decompose takes a character apart into its base and combining marks.
func decompose(r rune, out []rune) []rune {
	if r >= 0xac00 && r < 0xac00+11172 { // Hangul syllables are made by rule
		s := r - 0xac00
		out = append(out, 0x1100+s/588, 0x1161+s%588/28)
		if s%28 != 0 {
			out = append(out, 0x11a7+s%28)
		}
		return out
	}
	if r < 0xc0 {
		return append(out, r)
	}
	for i := range composed {
		k := 0
		for _, c := range composed[i].joined {
			if c == r {
				for _, base := range composed[i].bases {
					if k--; k < 0 {
						return append(decompose(base, out), composed[i].mark)
					}
				}
			}
			k++
		}
	}
	return append(out, r)
}

// lower is the small letter of a capital of the Latin, Greek and Cyrillic
// alphabets, with its accents.
func lower(r rune) rune {
	parts := decompose(r, nil)
	out := parts[0]
	switch {
	case 'A' <= out && out <= 'Z', 0x391 <= out && out <= 0x3a9, 0x410 <= out && out <= 0x42f:
		out += 32
	case 0x400 <= out && out <= 0x40f:
		out += 80
	case out == 0xc6, out == 0xd0, out == 0xd8, out == 0xde: // Æ Ð Ø Þ
		out += 32
	default:
		return r
	}
	for _, mark := range parts[1:] {
		out = compose(out, mark)
	}
	return out
}

// compose returns the character that a base and a combining mark make, or the
// base where there is none.
func compose(base, mark rune) rune {
	for i := range composed {
		if composed[i].mark != mark {
			continue
		}
		k := 0
		for _, b := range composed[i].bases {
			if b == base {
				for _, c := range composed[i].joined {
					if k--; k < 0 {
						return c
					}
				}
			}
			k++
		}
	}
	return base
}
