//go:build !wasip1

// Renders Markdown and keeps track of what in the HTML comes from where.

package check

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown renders the file from its byte at body on.
func (v *view) markdown(body int) {
	body += frontMatter(v.source[body:])
	t := &tracker{view: v, body: body}
	v.code = map[int]codeBlock{}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(t, 1))))
	if err := md.Convert(v.source[body:], t); err != nil {
		panic(err) // tracker never fails to write
	}
	v.html = t.Bytes()
}

// tracker receives the HTML and renders itself what has to be traced back.
type tracker struct {
	bytes.Buffer
	view *view
	body int // where in the file what goldmark reads begins
}

// The rest of a util.BufWriter.
func (t *tracker) Buffered() int { return 0 }
func (t *tracker) Flush() error  { return nil }

// RegisterFuncs registers what is rendered here.
func (t *tracker) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, t.htmlBlock)
	r.Register(ast.KindRawHTML, t.rawHTML)
	r.Register(ast.KindCodeBlock, t.codeBlock)
	r.Register(ast.KindFencedCodeBlock, t.codeBlock)
}

func (t *tracker) htmlBlock(_ util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.HTMLBlock)
	for i := range n.Lines().Len() {
		t.verbatim(source, n.Lines().At(i), false)
	}
	if n.HasClosure() {
		t.verbatim(source, n.ClosureLine, false)
	}
	return ast.WalkContinue, nil
}

func (t *tracker) rawHTML(_ util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.RawHTML)
	for i := 0; entering && i < n.Segments.Len(); i++ {
		t.verbatim(source, n.Segments.At(i), true)
	}
	return ast.WalkSkipChildren, nil
}

// verbatim writes bytes of the file as they are.
func (t *tracker) verbatim(source []byte, s text.Segment, inline bool) {
	t.WriteString(strings.Repeat(" ", s.Padding))
	t.view.pieces = append(t.view.pieces, piece{t.Len(), t.body + s.Start, s.Stop - s.Start, inline})
	t.Write(source[s.Start:s.Stop])
	if s.ForceNewline && !bytes.HasSuffix(source[s.Start:s.Stop], []byte("\n")) {
		t.WriteByte('\n')
	}
}

func (t *tracker) codeBlock(_ util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		t.WriteString("</code></pre>\n")
		return ast.WalkContinue, nil
	}
	lines := node.Lines()
	if n := lines.Len(); n > 0 {
		first, last := lines.At(0), lines.At(n-1)
		from := t.body + first.Start
		start := t.view.lineStart(from)
		t.view.code[t.Len()] = codeBlock{from, t.body + last.Stop, blank(t.view.source[start:from])}
	}
	t.WriteString("<pre><code>")
	for i := range lines.Len() {
		line := lines.At(i)
		t.Write(util.EscapeHTML(line.Value(source)))
	}
	return ast.WalkContinue, nil
}

// blank returns what the lines after the one that begins with start have in
// its place: quotation marks stay, a list item's mark becomes spaces.
func blank(start []byte) string {
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, string(start))
}

var frontMatterStart = regexp.MustCompile(`^(---|\+\+\+)[ \t]*\r?\n`)

// frontMatter returns the length of the YAML or TOML that a page of a site
// generator begins with, 0 if there is none.
func frontMatter(source []byte) int {
	m := frontMatterStart.FindSubmatch(source)
	if m == nil {
		return 0
	}
	for at := len(m[0]); at < len(source); {
		end := bytes.IndexByte(source[at:], '\n') + 1
		if end == 0 {
			end = len(source) - at
		}
		line := string(bytes.TrimRight(source[at:at+end], " \t\r\n"))
		at += end
		if line == string(m[1]) || line == "..." && m[1][0] == '-' {
			return at
		}
	}
	return 0
}
