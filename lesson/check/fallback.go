//go:build !wasip1

// Compares an element's fallback with what its program prints.

package check

import (
	"bytes"
	"regexp"
	"strings"

	"leaseplay/lesson"
)

// same reports whether a fallback is the output. White space at the very end
// doesn't count: nobody sees whether </pre> stands on a line of its own.
func same(fallback, output string) bool {
	return strings.TrimRight(fallback, spaces) == strings.TrimRight(output, spaces)
}

// compare returns what is wrong with an element's fallback, or nil.
func (v *view) compare(e *element, output string) *Problem {
	switch {
	case e.movedPre >= 0:
		return &Problem{Code: MissingFallback, Offset: v.near(e.movedPre), Message: v.moved(e),
			Unfixable: "the tags around it have to change"}
	case e.pre < 0:
		return &Problem{Code: MissingFallback, Offset: v.near(e.start),
			Message: "there is no <pre> with the program's output inside the element", Diff: diff("", output)}
	}
	if at := v.cut(e); at >= 0 {
		return &Problem{Code: CutFallback, Offset: at, Message: "for Markdown this blank line ends the HTML, and with it the <pre> that began before", Diff: diff(e.text, output)}
	}
	if same(e.text, output) {
		return nil
	}
	return &Problem{Code: ChangedOutput, Offset: v.lineOf(e, firstChange(e.text, output)),
		Message: "this is not what the program prints", Diff: diff(e.text, output)}
}

// moved tells why a <pre> is not inside of its element.
func (v *view) moved(e *element) string {
	if p := v.piece(e.start); p != nil && p.inline {
		return "Markdown makes a paragraph of this element, and a <pre> ends a paragraph, so it is not inside the element: put the element's start tag, all of it, on a line of its own, with an empty line before it, or a <div> around the element"
	}
	return "a browser puts this <pre> behind the element, not inside: most likely both stand in a <p>, which a <pre> ends; use a <div>"
}

var blankLine = regexp.MustCompile(`\n[ \t>]*\r?\n`)

// cut returns where in the file a blank line ends the HTML block in the middle
// of an element's <pre>; -1 if none does.
func (v *view) cut(e *element) int {
	begin := v.from(e.pre)
	if v.format != Markdown || begin < 0 || v.piece(e.pre).inline {
		return -1
	}
	for _, g := range e.tags {
		switch {
		case g.at <= e.pre:
		case v.from(g.at) < 0: // a tag of Markdown's own
			if m := blankLine.FindIndex(v.source[begin:v.near(g.at)]); m != nil {
				return begin + m[0] + 1
			}
			return -1
		case g.end && g.name == "pre":
			return -1
		}
	}
	return -1
}

// lineOf returns where in the file the line of that number, from 0, of an
// element's fallback begins.
func (v *view) lineOf(e *element, n int) int {
	if code, ok := v.code[e.pre]; ok {
		at := code.from
		for ; n > 0; n-- {
			at += bytes.IndexByte(v.source[at:code.to], '\n') + 1
		}
		return at
	}
	if v.from(e.pre) < 0 { // a code block without a line
		return v.near(e.start)
	}
	at, inCode := v.inner(e)
	if text := v.html[at:]; !inCode && (bytes.HasPrefix(text, []byte("\n")) || bytes.HasPrefix(text, []byte("\r\n"))) {
		n++
	}
	for end := v.preEnd(e); n > 0; n-- {
		i := bytes.IndexByte(v.html[at:end], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	if begin, _ := v.inner(e); at == begin { // behind the tag, even if Markdown has a mark there
		return v.from(at-1) + 1
	}
	return v.near(at)
}

// firstChange returns the number, from 0, of the first line that differs.
func firstChange(a, b string) int {
	x, y := split(a), split(b)
	i := 0
	for i < len(x)-1 && i < len(y) && x[i] == y[i] {
		i++
	}
	return i
}

func split(s string) []string { return strings.Split(strings.TrimRight(s, spaces), "\n") }

// Limits of a diff: it is to be read by a person.
const (
	diffLines = 40
	diffWidth = 160
)

// diff compares texts by their lines; unchanged ones show only next to changed
// ones. What would not show, as a space at a line's end, shows as an escape.
func diff(a, b string) []string {
	x, y := split(a), split(b)
	if a == "" {
		x = nil
	}
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	var out []string
	if head > 0 {
		out = append(out, show(' ', x[head-1]))
	}
	out = append(out, middle(x[head:len(x)-tail], y[head:len(y)-tail])...)
	if tail > 0 {
		out = append(out, show(' ', x[len(x)-tail]))
	}
	if len(out) > diffLines {
		out = append(out[:diffLines], " …")
	}
	return out
}

// middle compares lines by their longest common subsequence, if they are few
// enough for that.
func middle(x, y []string) []string {
	var out []string
	common := make([][]int, len(x)+1)
	if len(x)*len(y) <= 1<<18 {
		for i := range common {
			common[i] = make([]int, len(y)+1)
		}
		for i := len(x) - 1; i >= 0; i-- {
			for j := len(y) - 1; j >= 0; j-- {
				if x[i] == y[j] {
					common[i][j] = common[i+1][j+1] + 1
				} else {
					common[i][j] = max(common[i+1][j], common[i][j+1])
				}
			}
		}
	} else {
		common = nil
	}
	i, j := 0, 0
	for (i < len(x) || j < len(y)) && len(out) <= diffLines {
		switch {
		case common != nil && i < len(x) && j < len(y) && x[i] == y[j]:
			out = append(out, show(' ', x[i]))
			i, j = i+1, j+1
		case i < len(x) && (j == len(y) || common == nil || common[i+1][j] >= common[i][j+1]):
			out = append(out, show('-', x[i]))
			i++
		default:
			out = append(out, show('+', y[j]))
			j++
		}
	}
	return out
}

func show(sign byte, line string) string {
	kept := strings.TrimRight(line, " ")
	text := lesson.Clip(kept, diffWidth)
	if n := len(line) - len(kept); n > 0 {
		text += strings.Repeat(`\x20`, min(n, 3))
	}
	return string(sign) + text
}
