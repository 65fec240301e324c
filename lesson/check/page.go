//go:build !wasip1

// Finds the elements of a page: the tokenizer says where in the file they
// stand, the parser what of them a browser gets.

package check

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Element is the name of the element.
const Element = "lease-playground"

// mark is the attribute by which a tag is found again in the parsed page. It
// stands first in its tag, where no other of that name can count. A comment
// that begins with it stands behind the end tag, with the start tag's offset:
// where a browser finds that inside of the element, the end tag ended nothing.
const mark = "data-leaseplay-check"

// element is one <lease-playground>. Offsets are into the view's HTML.
type element struct {
	start, open int   // its start tag, from < to behind >
	close       int   // its end tag; -1 if it has none
	tags        []tag // between the two
	slashed     bool  // the start tag ends in />

	dropped  bool   // a browser doesn't make an element of it
	within   string // the element inside of it that its end tag stands in, which makes a browser pass over that tag
	ignored  bool   // it is in a template
	pre      int    // the start tag of the first <pre> that is inside it for a browser; -1 if there is none
	movedPre int    // of the first that the parser moves out of it; -1
	text     string // of pre
}

// tag is one inside of an element.
type tag struct {
	name    string
	end     bool
	at, to  int
	textual bool // there is text other than spaces between the tag before and this one
}

// elements finds the elements of a page in their order. The error tells why
// the page can't be parsed.
func (v *view) elements() ([]*element, error) {
	if !mentions(v.html, Element) {
		return nil, nil
	}
	s := scan{view: v, z: html.NewTokenizer(bytes.NewReader(v.html))}
	s.run()
	if len(s.found) == 0 {
		return nil, nil
	}
	doc, err := html.Parse(bytes.NewReader(s.marked.Bytes()))
	if err != nil {
		return nil, err
	}
	t := tree{byStart: map[int]*element{}, parsed: map[int]bool{}, outside: map[int]bool{}}
	for _, e := range s.found {
		t.byStart[e.start] = e
	}
	t.visit(doc, nil, false)
	kept := s.found[:0]
	for _, e := range s.found {
		e.dropped = !t.parsed[e.start]
		for _, g := range e.tags {
			if e.pre < 0 && e.movedPre < 0 && g.name == "pre" && !g.end && t.outside[g.at] {
				e.movedPre = g.at
			}
		}
		if !e.ignored {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

// mentions reports whether what, the element's name or more, is in the text at
// all, in capitals or not.
func mentions(text []byte, what string) bool {
	dash := strings.IndexByte(what, '-')
	for at := 0; ; at++ {
		i := bytes.IndexByte(text[at:], '-')
		if i < 0 {
			return false
		}
		at += i
		if begin := at - dash; begin >= 0 && len(text)-begin >= len(what) &&
			strings.EqualFold(string(text[begin:begin+len(what)]), what) {
			return true
		}
	}
}

// scan reads the tokens and writes them again, with marks.
type scan struct {
	view    *view
	z       *html.Tokenizer
	marked  bytes.Buffer
	found   []*element
	open    []*element // without an end tag so far
	foreign int        // how deep inside of svg or math
}

func (s *scan) run() {
	textual := false
	for at := 0; ; {
		kind := s.z.Next()
		raw := s.view.html[at : at+len(s.z.Raw())]
		switch kind {
		case html.ErrorToken:
			if len(raw) > 1 && raw[0] == '<' && tagName(raw[1:]) == Element { // the file ends inside of the tag
				s.found = append(s.found, &element{start: at, open: at + len(raw), close: -1, pre: -1, movedPre: -1})
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(at, raw, kind == html.SelfClosingTagToken, textual)
			textual = false
		case html.EndTagToken:
			s.end(at, raw, textual)
			textual = false
		default:
			textual = textual || kind == html.CommentToken || len(bytes.Trim(raw, spaces)) > 0
			s.marked.Write(raw)
		}
		at += len(raw)
	}
}

func (s *scan) start(at int, raw []byte, slashed, textual bool) {
	name := tagName(raw[1:])
	if s.foreign > 0 || name == "svg" || name == "math" {
		if !slashed && (name == "svg" || name == "math") {
			s.foreign++
		}
		s.z.NextIsNotRawText()
		s.z.AllowCDATA(s.foreign > 0)
	}
	ends := slashed && s.view.format == XHTML && s.foreign == 0 && !void[name]
	if ends {
		s.z.NextIsNotRawText()
	}
	s.inside(tag{name, false, at, at + len(raw), textual})
	if name == Element {
		e := &element{start: at, open: at + len(raw), close: -1, slashed: slashed, pre: -1, movedPre: -1}
		s.found = append(s.found, e)
		if ends {
			e.close = e.open
		} else {
			s.open = append(s.open, e)
		}
	}
	if name == Element || name == "pre" {
		s.marked.Write(raw[:1+len(name)])
		s.marked.WriteString(" " + mark + `="` + strconv.Itoa(at) + `"`)
		raw = raw[1+len(name):]
	}
	s.marked.Write(raw)
	if ends {
		s.marked.WriteString("</" + name + ">")
	}
}

func (s *scan) end(at int, raw []byte, textual bool) {
	name := tagName(raw[2:])
	if (name == "svg" || name == "math") && s.foreign > 0 {
		s.foreign--
		s.z.AllowCDATA(s.foreign > 0)
	}
	var closed *element
	if name == Element && len(s.open) > 0 {
		closed = s.open[len(s.open)-1]
		closed.close = at
		s.open = s.open[:len(s.open)-1]
	}
	s.inside(tag{name, true, at, at + len(raw), textual})
	s.marked.Write(raw)
	if closed != nil {
		s.marked.WriteString("<!--" + mark + strconv.Itoa(closed.start) + "-->")
	}
}

// inside notes a tag for the innermost element it is in.
func (s *scan) inside(g tag) {
	if n := len(s.open); n > 0 {
		s.open[n-1].tags = append(s.open[n-1].tags, g)
	}
}

func tagName(b []byte) string {
	return lower(b[:skip(b, 0, func(c byte) bool { return !isSpace(c) && c != '/' && c != '>' })])
}

// void are the elements without an end tag.
var void = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true,
	"link": true, "meta": true, "source": true, "track": true, "wbr": true,
}

// tree finds marks in the parsed page.
type tree struct {
	byStart map[int]*element
	parsed  map[int]bool // the elements that became one
	outside map[int]bool // each <pre> that is in no element
}

// visit looks at a node, and what it holds, inside of an element or not; inert
// is inside of a template.
func (t *tree) visit(n *html.Node, in *element, inert bool) {
	if at := marked(n); at >= 0 && n.Data == Element {
		t.parsed[at] = true
		if in = nil; n.Namespace == "" {
			in = t.byStart[at]
		}
		if e := t.byStart[at]; e != nil {
			e.ignored = inert || n.Namespace != ""
		}
	} else if at >= 0 && n.Data == "pre" && !inert {
		switch {
		case in == nil:
			t.outside[at] = true
		case in.pre < 0:
			in.pre, in.text = at, textOf(n)
		}
	}
	if n.Type == html.CommentNode && strings.HasPrefix(n.Data, mark) {
		t.behind(n)
	}
	inert = inert || n.Type == html.ElementNode && n.Data == "template" && n.Namespace == ""
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		t.visit(c, in, inert)
	}
}

// behind looks whether the comment behind an end tag is inside of the element.
func (t *tree) behind(comment *html.Node) {
	start, err := strconv.Atoi(comment.Data[len(mark):])
	if err != nil {
		return
	}
	for n := comment.Parent; n != nil; n = n.Parent {
		if e := t.byStart[start]; e != nil && marked(n) == start {
			e.within = comment.Parent.Data
		}
	}
}

// marked returns a tag's offset from its mark, or -1.
func marked(n *html.Node) int {
	if n.Type == html.ElementNode && len(n.Attr) > 0 && n.Attr[0].Key == mark {
		if at, err := strconv.Atoi(n.Attr[0].Val); err == nil {
			return at
		}
	}
	return -1
}

// textOf returns a node's textContent.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
