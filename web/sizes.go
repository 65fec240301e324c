// Says what the site's files weigh, for the check of the budgets.

package web

import (
	"encoding/json"
	"fmt"
	"strings"
)

// sizesName is the file that says what every file weighs. A folder that has it
// is one that Build wrote.
const sizesName = "sizes.json"

// sizes is what is in that file.
type sizes struct {
	Files []size `json:"files"`
	// Pages are the files that each lesson's page loads when nobody asks it for
	// more: the page itself, what its first live output takes, its figure.
	Pages map[string][]string `json:"pages"`
}

// size is what one file weighs, in bytes.
type size struct {
	Path   string `json:"path"`
	Raw    int    `json:"raw"`
	Brotli int    `json:"br"`
	Gzip   int    `json:"gz"`
	// SQLite is the part of the brotli bytes that is SQLite's own code: what
	// that code takes alone.
	SQLite int `json:"sqlite"`
}

// loads returns the files that a lesson's page loads by itself.
func (b *bundled) loads(a *article) ([]string, error) {
	paths := append([]string{a.Path, b.style, b.icon}, b.early...)
	for _, f := range b.files {
		if strings.HasSuffix(f.path, ".wasm") {
			paths = append(paths, f.path)
		}
	}
	if a.Figure == "" {
		return paths, nil
	}
	source := b.meta.source("web/figure-" + a.Figure + ".")
	if source == "" {
		return nil, fmt.Errorf("there is no script web/figure-%s for the figure of lesson %s", a.Figure, a.Name)
	}
	figure, err := b.meta.scripts(source)
	if err != nil {
		return nil, err
	}
	return union(paths, figure), nil
}

// file returns sizes.json.
func (s *sizes) file() (file, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	return file{path: sizesName, bytes: append(text, '\n')}, err
}
