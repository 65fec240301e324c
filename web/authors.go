// The page for authors, and what programs can read of it: its tables are the
// one place where the element's attributes, properties, events, parts and
// custom properties are described.

package web

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"leaseplay/lesson/check"
)

//go:embed authors.md
var authorsText string

// elementCSS says what custom properties default to.
//
//go:embed element.css
var elementCSS string

// typesText declares the element for TypeScript; types.test-d.ts compares
// it with the element.
//
//go:embed public.d.ts
var typesText []byte

const typesName = "lease-playground.d.ts"

// authorsPage is the page's name.
const authorsPage = "authors.html"

// authors makes the page for authors.
func authors(base page, style string) ([]file, error) {
	base.Heading = "In your own tutorial"
	base.Title = base.Heading + " · Leaseplay"
	base.About = "How to put a playground into a page of yours, and keep the output that the page prints true."
	base.More = style
	text, err := render([]byte(authorsText))
	if err != nil {
		return nil, err
	}
	base.Text = text
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "authors.html.tmpl", base); err != nil {
		return nil, err
	}
	return []file{{path: authorsPage, bytes: out.Bytes()}}, nil
}

// entry is a row of a table on the page for authors.
type entry struct {
	names []string // the code in its first column
	cells []string // the other columns, by their order
}

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	bar      = regexp.MustCompile(`(?:[^|\\]|\\.)*`)
)

// tables returns the entries of all tables whose first column has that head.
func tables(text, head string) []entry {
	var found []entry
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			inside = false
			continue
		}
		var cells []string
		for _, c := range bar.FindAllString(strings.Trim(line, "|"), -1) {
			cells = append(cells, strings.TrimSpace(strings.ReplaceAll(c, `\|`, "|")))
		}
		switch {
		case cells[0] == head:
			inside = true
		case inside && !strings.HasPrefix(cells[0], "-"):
			e := entry{cells: cells[1:]}
			for _, m := range codeSpan.FindAllStringSubmatch(cells[0], -1) {
				e.names = append(e.names, m[1])
			}
			found = append(found, e)
		}
	}
	return found
}

// plainText is Markdown without its marks.
func plainText(s string) string {
	return strings.NewReplacer("`", "", "*", "").Replace(s)
}

// member is a thing with a name in a custom-elements manifest.
type member struct {
	Kind        string    `json:"kind,omitempty"`
	Name        string    `json:"name"`
	Type        *typeText `json:"type,omitempty"`
	Return      *returned `json:"return,omitempty"`
	Readonly    bool      `json:"readonly,omitempty"`
	Syntax      string    `json:"syntax,omitempty"`
	Default     string    `json:"default,omitempty"`
	Description string    `json:"description"`
}

type typeText struct {
	Text string `json:"text"`
}

type returned struct {
	Type typeText `json:"type"`
}

func typed(cell string) *typeText { return &typeText{strings.Trim(cell, "`")} }

// frameAttributes are those that the address of a page for a frame may set: the
// element's, but for what that page itself decides.
func frameAttributes() []string {
	names := check.Fields()
	for _, a := range check.Attributes {
		if a.Name != "lesson" && a.Name != "permalink" {
			names = append(names, a.Name)
		}
	}
	return names
}

// customElements returns custom-elements.json, a manifest as of
// https://github.com/webcomponents/custom-elements-manifest, schema 1.0.0.
func customElements() (file, error) {
	var attributes, members, events, parts, properties []member
	for _, e := range tables(authorsText, "attribute") {
		names, preset := e.names, strings.Trim(e.cells[1], "`")
		if slices.Contains(check.Fields(), names[0]) {
			names = check.Fields() // that row is of them all
		}
		for _, name := range names {
			attributes = append(attributes, member{Name: name, Type: typed(e.cells[0]), Default: preset, Description: plainText(e.cells[2])})
		}
	}
	for _, e := range tables(authorsText, "property") {
		m := member{Kind: "field", Name: e.names[0], Type: typed(e.cells[0]), Readonly: e.cells[1] == "read", Description: plainText(e.cells[2])}
		if e.cells[1] == "call" {
			m.Kind, m.Name, m.Type, m.Return = "method", strings.TrimSuffix(m.Name, "()"), nil, &returned{*m.Type}
		}
		members = append(members, m)
	}
	for _, e := range tables(authorsText, "event") {
		events = append(events, member{Name: e.names[0], Type: typed(e.cells[0]), Description: plainText(e.cells[1])})
	}
	for _, e := range tables(authorsText, "part") {
		for _, name := range e.names {
			parts = append(parts, member{Name: name, Description: plainText(e.cells[0])})
		}
	}
	for _, e := range tables(authorsText, "custom property") {
		preset, ok := defaultOf(elementCSS, e.names[0])
		if !ok {
			return file{}, fmt.Errorf("authors.md: element.css does not use %s", e.names[0])
		}
		syntax := map[string]string{"colour": "<color>", "length": "<length>"}[e.cells[0]]
		properties = append(properties, member{Name: e.names[0], Syntax: syntax, Default: preset, Description: plainText(e.cells[1])})
	}

	const class = "LeasePlayground"
	declaration := map[string]any{
		"kind": "class", "name": class, "tagName": check.Element, "customElement": true,
		"description": "A live playground for a lesson on leases and claims.",
		"superclass":  map[string]string{"name": "HTMLElement"},
		"attributes":  attributes, "members": members, "events": events, "cssParts": parts, "cssProperties": properties,
		"slots": []member{{Name: "", Description: "The printed output as text, in a <pre>: shown wherever the live part is not."}},
	}
	text, err := json.MarshalIndent(map[string]any{
		"schemaVersion": "1.0.0",
		"readme":        authorsPage,
		"modules": []any{map[string]any{
			"kind": "javascript-module", "path": entryName,
			"declarations": []any{declaration},
			"exports": []any{map[string]any{
				"kind": "custom-element-definition", "name": check.Element,
				"declaration": map[string]string{"name": class, "module": entryName},
			}},
		}},
	}, "", "  ")
	return file{path: "custom-elements.json", bytes: append(text, '\n')}, err
}

// defaultOf returns what a style sheet takes where a custom property is not
// set: the second argument of its var().
func defaultOf(css, name string) (string, bool) {
	_, rest, ok := strings.Cut(css, "var("+name+",")
	if !ok {
		return "", false
	}
	depth := 1
	for i, c := range rest {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return strings.TrimSpace(rest[:i]), true
		}
	}
	return "", false
}
