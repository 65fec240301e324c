//go:build !wasip1

// A file as the HTML a browser gets of it, and the way back to the file.

package check

import (
	"bytes"
	"path/filepath"
	"sort"
	"strings"
)

// Format is how a file is read.
type Format uint8

// The formats.
const (
	HTML     Format = iota + 1
	XHTML           // HTML in which <x/> ends what it begins
	Markdown        // CommonMark with GitHub's extensions, and front matter
)

// FormatOf returns the format that a file's name says it has, or 0. MDX is JSX
// and no HTML, so it is none.
func FormatOf(name string) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm":
		return HTML
	case ".xhtml":
		return XHTML
	case ".md", ".markdown":
		return Markdown
	}
	return 0
}

// view is a file as HTML.
type view struct {
	format Format
	source []byte
	html   []byte
	pieces []piece           // what of html is the file's own, in order
	code   map[int]codeBlock // Markdown's code blocks, by where their <pre> begins in html
}

// piece is a run of bytes that html has from the file as they are.
type piece struct {
	at, from, n int
	inline      bool // from inside a paragraph, where the text around is Markdown
}

// codeBlock is the text of a code block of Markdown in the file.
type codeBlock struct {
	from, to int    // of its lines
	prefix   string // what each line has before the text
}

// newView reads a file. A byte-order mark is left out.
func newView(source []byte, format Format) *view {
	v := &view{format: format, source: source}
	body := 0
	if bytes.HasPrefix(source, []byte("\ufeff")) {
		body = len("\ufeff")
	}
	if format == Markdown {
		v.markdown(body)
		return v
	}
	v.html = source[body:]
	v.pieces = []piece{{at: 0, from: body, n: len(v.html)}}
	return v
}

// piece returns the piece that a byte of html is in, or nil.
func (v *view) piece(at int) *piece {
	i := sort.Search(len(v.pieces), func(i int) bool { return v.pieces[i].at+v.pieces[i].n > at })
	if i == len(v.pieces) || v.pieces[i].at > at {
		return nil
	}
	return &v.pieces[i]
}

// from returns where in the file the byte of html at that offset comes from;
// -1 if from nowhere.
func (v *view) from(at int) int {
	if p := v.piece(at); p != nil {
		return p.from + at - p.at
	}
	return -1
}

// near is from for a byte that may come from nowhere: then it is where the
// bytes after it come from, or the file's end.
func (v *view) near(at int) int {
	i := sort.Search(len(v.pieces), func(i int) bool { return v.pieces[i].at+v.pieces[i].n > at })
	if i == len(v.pieces) {
		return len(v.source)
	}
	p := v.pieces[i]
	return p.from + max(0, at-p.at)
}

// newline returns how lines end in text, or else in the file.
func (v *view) newline(text []byte) string {
	for _, b := range [][]byte{text, v.source} {
		if i := bytes.IndexByte(b, '\n'); i > 0 && b[i-1] == '\r' {
			return "\r\n"
		} else if i >= 0 {
			return "\n"
		}
	}
	return "\n"
}

// lineStart returns where the line of the file with that byte begins.
func (v *view) lineStart(at int) int { return bytes.LastIndexByte(v.source[:at], '\n') + 1 }
