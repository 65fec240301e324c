//go:build !wasip1

// Writes the output of programs over fallbacks that differ from it.

package check

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// edit puts text in the place of some bytes of a file.
type edit struct {
	from, to int
	text     string
}

// style is how text has to be written at some place.
type style struct {
	format  Format
	inline  bool   // Markdown's marks mean something here
	code    bool   // nothing means anything here
	newline string // what ends a line
	prefix  string // what a line begins with
}

// inner returns where an element's fallback text begins, in the view's HTML,
// and whether it stands in a <code> that the <pre> holds.
func (v *view) inner(e *element) (at int, code bool) {
	for i, g := range e.tags {
		if g.at != e.pre {
			continue
		}
		if i+1 < len(e.tags) {
			if c := e.tags[i+1]; c.name == "code" && !c.end && !c.textual {
				return c.to, true
			}
		}
		return g.to, false
	}
	return e.open, false
}

// preEnd returns where the <pre>'s end tag begins in the view's HTML; where
// the element ends if there is none.
func (v *view) preEnd(e *element) int {
	for _, g := range e.tags {
		if g.at > e.pre && g.end && g.name == "pre" {
			return g.at
		}
	}
	return e.close
}

// comment begins what HTML takes for a comment, </ and anything but a name
// among it; </> it takes for nothing.
var comment = regexp.MustCompile(`<[!?]|</[^A-Za-z>]`)

// rewrite returns the edit that makes output an element's fallback, or why
// there is none.
func (v *view) rewrite(e *element, output string) (edit, string) {
	if e.pre < 0 {
		return v.insert(e, output)
	}
	output = strings.TrimRight(output, spaces)
	if c, ok := v.code[e.pre]; ok {
		old := v.source[c.from:c.to]
		s := style{format: Markdown, code: true, newline: v.newline(old), prefix: c.prefix}
		return edit{c.from, c.from + len(bytes.TrimRight(old, spaces)), s.write(output)}, ""
	}
	if v.from(e.pre) < 0 {
		return edit{}, "its code block is empty"
	}
	begin, inCode := v.inner(e)
	end := -1
	for _, g := range e.tags {
		if g.at < begin {
			continue
		}
		if g.end && (g.name == "pre" || inCode && g.name == "code") {
			end = v.from(g.at)
			break
		}
		if v.from(g.at) >= 0 {
			return edit{}, "there are tags inside the <pre>"
		}
	}
	if end < 0 {
		return edit{}, "the <pre> has no end tag"
	}
	from := v.from(begin-1) + 1
	old := v.source[from:end]
	if comment.Match(old) {
		return edit{}, "there is a comment inside the <pre>"
	}
	s := v.style(e.pre, old)
	lead := 0
	if !inCode { // HTML passes over this newline
		if rest := bytes.TrimPrefix(bytes.TrimPrefix(old, []byte("\r")), []byte("\n")); len(rest) < len(old) {
			lead = len(old) - len(bytes.TrimPrefix(rest, []byte(s.prefix)))
		}
	}
	text := s.write(output)
	if lead == 0 && !inCode {
		text = s.pre(output)
	}
	return edit{from + lead, from + lead + s.core(old[lead:]), text}, ""
}

// insert returns the edit that puts a <pre> into an element without content.
func (v *view) insert(e *element, output string) (edit, string) {
	if len(bytes.Trim(v.html[e.open:e.close], spaces)) > 0 {
		return edit{}, "the element has other content"
	}
	at := v.from(e.open-1) + 1
	s := v.style(e.start, nil)
	s.inline = false // Markdown gets a line of its own, so that all of it is HTML
	text := "<pre>" + s.pre(strings.TrimRight(output, spaces)) + "</pre>"
	if v.format == Markdown {
		text = s.newline + s.prefix + text
		if rest := v.source[at:]; len(rest) > 0 && rest[0] != '\n' && rest[0] != '\r' {
			text += s.newline + s.prefix
		}
	}
	return edit{at, at, text}, ""
}

var containers = regexp.MustCompile(`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*`)

// style returns how text is written where the tag at that offset of the HTML
// stands, whose content is old.
func (v *view) style(at int, old []byte) style {
	s := style{format: v.format, newline: v.newline(old)}
	if v.format != Markdown {
		return s
	}
	p := v.piece(at)
	s.inline = p.inline
	line := v.lineStart(p.from)
	if s.inline {
		m := containers.Find(v.source[line:])
		s.prefix = blank(m)
	} else {
		s.prefix = blank(v.source[line:p.from])
	}
	return s
}

// core returns the length of a text without the white space that it ends with,
// and without what its last line begins with if that line is empty else.
func (s style) core(old []byte) (n int) {
	kept := bytes.TrimRight(old, spaces)
	defer func() {
		// An empty line before the end tag would end the HTML for Markdown.
		if rest := old[n:]; s.format == Markdown && !s.inline && bytes.Count(rest, []byte("\n")) > 1 {
			n += len(bytes.TrimRight(rest[:bytes.LastIndexByte(rest, '\n')], "\r"))
		}
	}()
	if quote := strings.TrimRight(s.prefix, spaces); quote != "" {
		for {
			line := bytes.LastIndexByte(kept, '\n') + 1
			if line == 0 || string(bytes.TrimSpace(kept[line:])) != strings.TrimSpace(quote) {
				break
			}
			kept = bytes.TrimRight(kept[:line], spaces)
		}
	}
	return len(kept)
}

// pre writes text to stand right behind <pre>, where HTML ignores a newline.
func (s style) pre(text string) string {
	if strings.HasPrefix(text, "\n") {
		return s.write("\n") + s.write(text)
	}
	return s.write(text)
}

// write writes text so that it is read as it is.
func (s style) write(text string) string {
	var b strings.Builder
	empty := false
	for i, line := range strings.Split(text, "\n") {
		was := empty
		empty = s.format == Markdown && !s.code && strings.TrimSpace(line) == ""
		switch {
		case i == 0:
		case empty || was: // no empty line, which could end the HTML
			b.WriteString("&#10;")
		default:
			b.WriteString(s.newline + s.prefix)
		}
		if s.code {
			b.WriteString(line)
			continue
		}
		s.line(&b, line)
	}
	return b.String()
}

var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")

// line writes a line's text, and with inline no character that Markdown could
// take for a mark.
func (s style) line(b *strings.Builder, line string) {
	if !s.inline {
		entities.WriteString(b, line)
		return
	}
	for i, r := range line {
		edge := i == 0 || i == len(line)-1
		switch {
		case strings.ContainsRune("\\`*_[]~|!", r), edge && strings.ContainsRune(" \t#+-=>0123456789", r):
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		default:
			entities.WriteString(b, string(r))
		}
	}
}

func apply(source []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(source[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(source[at:])
	return out.Bytes()
}
