// Writes the pages: HTML from the templates, the lessons and their texts.

package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

//go:embed *.html.tmpl
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "*.html.tmpl"))

// markdown renders page texts. HTML in them is left out: they need none.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// page is what a template gets.
type page struct {
	Title   string
	About   string // one sentence, for search engines
	Policy  string
	Style   string
	More    string // another style sheet, if any
	Icon    string
	Entry   string
	Frame   string        // the script of pages for a frame
	Early   []string      // scripts to load beside the entry, before it asks for them
	View    string        // the playground's, if not the full one
	Heading string        // of a page that is words only,
	Text    template.HTML // and those words
	Lesson  *article      // nil on pages that are not a lesson's
	Lessons []*article
}

// article is a lesson as its page shows it.
type article struct {
	*lesson.Lesson
	Path      string
	FramePath string // of the page for a frame
	Output    string // of the default program, a line each
	Trace     []string
	Text      template.HTML
	Mistakes  []mistake
}

// mistake is a variant and what it changes in the output of the first of the
// lesson's programs that prints something else.
type mistake struct {
	lesson.Variant
	Program string // that program's title; "" if it is the default one
	Changed []change
}

// change is a line of the output: what it should be, and what it is.
type change struct{ Right, Wrong string }

// articles makes all lessons' articles.
func articles() ([]*article, error) {
	var all []*article
	for _, l := range lessons.All {
		a, err := newArticle(l)
		if err != nil {
			return nil, fmt.Errorf("the page of lesson %s: %w", l.Name, err)
		}
		all = append(all, a)
	}
	return all, nil
}

// pages makes the site's pages.
func pages(b *bundled, articles []*article) ([]file, error) {
	base := page{Policy: policy, Style: b.style, Icon: b.icon, Entry: entryName, Frame: b.frame, Lessons: articles}
	var files []file
	add := func(path, name string, p page) error {
		var out bytes.Buffer
		if err := templates.ExecuteTemplate(&out, name, p); err != nil {
			return err
		}
		files = append(files, file{path: path, bytes: out.Bytes()})
		return nil
	}

	index := base
	index.Title = "Leaseplay: leases and claims on SQLite, live"
	index.About = "Change a token, a clock or an expiry, and see what the tutorial's program would print."
	if err := add("index.html", "index.html.tmpl", index); err != nil {
		return nil, err
	}
	for _, a := range articles {
		p := base
		p.Title = a.Title + " · Leaseplay"
		p.About = a.Summary
		p.Early = b.early[1:]
		p.Lesson = a
		if err := add(a.Path, "lesson.html.tmpl", p); err != nil {
			return nil, err
		}
		p.View = "compact"
		if err := add(a.FramePath, "frame.html.tmpl", p); err != nil {
			return nil, err
		}
	}
	words, err := authors(base, b.words)
	if err != nil {
		return nil, err
	}
	files = append(files, words...)
	missing := base
	missing.Title = "Not found · Leaseplay"
	return files, add("404.html", "404.html.tmpl", missing)
}

// newArticle runs the lesson's default program, as it is and with each mistake.
func newArticle(l *lesson.Lesson) (*article, error) {
	a := &article{Lesson: l, Path: l.Name + ".html", FramePath: l.Name + "-frame.html"}
	program := l.Default()
	out, err := l.Run(&program)
	if err != nil {
		return nil, err
	}
	a.Output = strings.Join(out.Lines, "\n")
	for _, t := range out.Steps[0].Trace {
		a.Trace = append(a.Trace, t.SQL)
	}
	for _, v := range l.Variants {
		m, err := newMistake(l, v)
		if err != nil {
			return nil, fmt.Errorf("variant %s: %w", v.Name, err)
		}
		a.Mistakes = append(a.Mistakes, m)
	}
	source, err := lesson.Pages.ReadFile(l.Name + "/page.md")
	if err != nil {
		return nil, err
	}
	a.Text, err = render(source)
	return a, err
}

// newMistake runs the lesson's programs with a variant until one prints
// something else than it should.
func newMistake(l *lesson.Lesson, v lesson.Variant) (mistake, error) {
	m := mistake{Variant: v}
	for i, preset := range l.Programs {
		program := preset.Program.Clone()
		program.Variant = v.Name
		out, err := l.Run(&program)
		if err != nil {
			return m, err
		}
		for _, s := range out.Steps {
			if s.Right != "" {
				m.Changed = append(m.Changed, change{s.Right, s.Line})
			}
		}
		if len(m.Changed) > 0 {
			if i > 0 {
				m.Program = preset.Title
			}
			break
		}
	}
	return m, nil
}

// render makes HTML of a page's text.
func render(source []byte) (template.HTML, error) {
	var out bytes.Buffer
	err := markdown.Convert(source, &out)
	return template.HTML(out.String()), err
}
