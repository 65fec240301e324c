// Writes the pages: HTML from the templates, the lessons and their texts.

package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

//go:embed *.html.tmpl
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "*.html.tmpl"))

// markdown renders page texts. HTML in them is left out: they need none.
var markdown = goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// page is what a template gets.
type page struct {
	Title   string
	About   string // one sentence, for search engines
	Policy  string
	Style   string
	Icon    string
	Entry   string
	Frame   string   // the script of pages for a frame
	Early   []string // scripts to load beside the entry, before it asks for them
	Lesson  *article // nil on pages that are not a lesson's
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

// mistake is a variant and what it changes in the default program's output.
type mistake struct {
	lesson.Variant
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
		if err := add(a.FramePath, "frame.html.tmpl", p); err != nil {
			return nil, err
		}
	}
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
		program := l.Default()
		program.Variant = v.Name
		out, err := l.Run(&program)
		if err != nil {
			return nil, fmt.Errorf("variant %s: %w", v.Name, err)
		}
		m := mistake{Variant: v}
		for _, s := range out.Steps {
			if s.Right != "" {
				m.Changed = append(m.Changed, change{s.Right, s.Line})
			}
		}
		a.Mistakes = append(a.Mistakes, m)
	}
	source, err := lesson.Pages.ReadFile(l.Name + "/page.md")
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := markdown.Convert(source, &text); err != nil {
		return nil, err
	}
	a.Text = template.HTML(text.String())
	return a, nil
}
