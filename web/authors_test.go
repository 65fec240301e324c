// Holds the page for authors to what is true: its samples, its tables, the example tutorial.

package web

import (
	"bytes"
	"cmp"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/check"
	"leaseplay/wasm/engine"
)

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// trueOutput insists that a page has so many playgrounds, and prints the truth.
func trueOutput(t *testing.T, what string, source []byte, format check.Format, elements int) {
	t.Helper()
	page, err := check.Check(t.Context(), engine.Native(), source, format)
	if err != nil {
		t.Fatal(err)
	}
	if page.Elements != elements {
		t.Errorf("%s: %d playgrounds, not %d", what, page.Elements, elements)
	}
	for _, p := range page.Problems {
		t.Errorf("%s:%d:%d: %s\n%s", what, p.Line, p.Column, p.Message, strings.Join(p.Diff, "\n"))
	}
}

func TestAuthorsSamples(t *testing.T) {
	found := map[string]int{}
	for _, m := range fence.FindAllStringSubmatch(authorsText, -1) {
		format, ok := map[string]check.Format{"html": check.HTML, "markdown": check.Markdown}[m[1]]
		elements := strings.Count(m[2], "</"+check.Element+">")
		if ok && elements > 0 {
			found[m[1]]++
			trueOutput(t, "authors.md: "+m[1], []byte(m[2]), format, elements)
		}
	}
	if found["html"] < 2 || found["markdown"] < 1 {
		t.Errorf("samples with playgrounds: %v", found)
	}
}

func TestExample(t *testing.T) {
	for name, elements := range map[string]int{"tutorial.html": 3, "tutorial.md": 2} {
		source, err := os.ReadFile(filepath.Join("example", name))
		if err != nil {
			t.Fatal(err)
		}
		trueOutput(t, name, source, check.FormatOf(name), elements)
	}
}

// names returns all names of the tables with that head, sorted.
func names(head string) []string {
	var all []string
	for _, e := range tables(authorsText, head) {
		all = append(all, e.names...)
	}
	slices.Sort(all)
	return all
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(want)
	if want = slices.Compact(want); !slices.Equal(got, want) {
		t.Errorf("authors.md has the %s\n%q, there are\n%q", what, got, want)
	}
}

// TestAuthorsTables compares the tables with the sources; parts, properties
// and events are for the browser test.
func TestAuthorsTables(t *testing.T) {
	want := []string{"token", "now", "new-expiry"} // the row of all fields names these
	for _, name := range want {
		if !slices.Contains(check.Fields(), name) {
			t.Errorf("no lesson has the field %s", name)
		}
	}
	rows := map[string]entry{}
	for _, e := range tables(authorsText, "attribute") {
		rows[e.names[0]] = e
	}
	for _, a := range check.Attributes {
		want = append(want, a.Name)
		if a.Values == nil {
			continue
		}
		cells := rows[a.Name].cells
		if types := "`'" + strings.Join(sortedLike(a.Values, cells[0]), "' | '") + "'`"; cells[0] != types || cells[1] != "`"+a.Values[0]+"`" {
			t.Errorf("authors.md: %s is %s, by default %s; the element takes %q, the first by default", a.Name, cells[0], cells[1], a.Values)
		}
	}
	same(t, "attributes", names("attribute"), want)

	sheets, err := filepath.Glob("*.css")
	if err != nil {
		t.Fatal(err)
	}
	var used []string
	for _, name := range sheets {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`var\((--lease-[\w-]+)`).FindAllSubmatch(text, -1) {
			used = append(used, string(m[1]))
		}
	}
	same(t, "custom properties", names("custom property"), used)

	failures, err := os.ReadFile("failures.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(failures), "export type FailureCode =")
	list, _, _ = strings.Cut(list, ";\n")
	codes := []string{"bad-link"}
	for _, m := range regexp.MustCompile(`(?m)^  \| '([\w-]+)'`).FindAllStringSubmatch(list, -1) {
		codes = append(codes, m[1])
	}
	source, err := os.ReadFile("../lesson/error.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`Code\s+= "([\w-]+)"`).FindAllSubmatch(source, -1) {
		codes = append(codes, string(m[1]))
	}
	same(t, "codes", names("code"), codes)

	limits := fmt.Sprintf("at most %d steps, a label %d code points, a field %d,%03d bytes",
		lesson.MaxSteps, lesson.MaxLabel, lesson.MaxText/1000, lesson.MaxText%1000)
	if !strings.Contains(authorsText, limits) {
		t.Errorf("authors.md does not say %q", limits)
	}
}

// sortedLike returns values in the order in which a text has them.
func sortedLike(values []string, text string) []string {
	values = slices.Clone(values)
	slices.SortFunc(values, func(a, b string) int { return cmp.Compare(strings.Index(text, a), strings.Index(text, b)) })
	return values
}

func TestCustomElements(t *testing.T) {
	var manifest struct {
		SchemaVersion string
		Modules       []struct {
			Path         string
			Declarations []struct {
				TagName                                              string
				CustomElement                                        bool
				Attributes, Members, Events, CSSParts, CSSProperties []member
			}
		}
	}
	files := siteFiles(t)
	if err := json.Unmarshal(files["custom-elements.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.SchemaVersion != "1.0.0" || files[manifest.Modules[0].Path] == nil {
		t.Errorf("%+v", manifest)
	}
	d := manifest.Modules[0].Declarations[0]
	if d.TagName != check.Element || !d.CustomElement {
		t.Errorf("it is of %s", d.TagName)
	}
	var attributes []string
	for _, a := range d.Attributes {
		attributes = append(attributes, a.Name)
	}
	want := check.Fields()
	for _, a := range check.Attributes {
		want = append(want, a.Name)
	}
	slices.Sort(attributes)
	same(t, "attributes (in the manifest)", attributes, want)
	for what, list := range map[string][]member{"attribute": d.Attributes, "property": d.Members, "event": d.Events, "part": d.CSSParts, "custom property": d.CSSProperties} {
		if len(list) < len(tables(authorsText, what)) {
			t.Errorf("%d of the kind %s", len(list), what)
		}
		for _, m := range list {
			if m.Name == "" || m.Description == "" || strings.ContainsAny(m.Name+m.Description, "`|") {
				t.Errorf("%s: %+v", what, m)
			}
		}
	}
	for _, p := range d.CSSProperties {
		if p.Default == "" {
			t.Errorf("%s has no default", p.Name)
		}
	}
}

func TestIntegrity(t *testing.T) {
	files := siteFiles(t)
	var pins integrity
	if err := json.Unmarshal(files["integrity.json"], &pins); err != nil {
		t.Fatal(err)
	}
	if !hashed.MatchString(pins.Entry) || pins.Integrity[pins.Entry] == "" {
		t.Errorf("the entry %q is not immutable or has no digest", pins.Entry)
	}
	for name, digest := range pins.Integrity {
		sum := sha512.Sum384(files[name])
		if files[name] == nil || digest != "sha384-"+base64.StdEncoding.EncodeToString(sum[:]) {
			t.Errorf("%s is not what its digest says", name)
		}
	}
	if back := bytes.ReplaceAll(files[pins.Entry], []byte(`"./`), []byte(`"./assets/`)); !bytes.Equal(back, files[entryName]) {
		t.Errorf("%s is another script than %s", pins.Entry, entryName)
	}
	for _, m := range regexp.MustCompile(`"\./([\w-]+\.(?:js|wasm))"`).FindAllSubmatch(files[pins.Entry], -1) {
		name := "assets/" + string(m[1])
		if files[name] == nil || strings.HasSuffix(name, ".js") && pins.Integrity[name] == "" {
			t.Errorf("%s loads %s, which is not there or has no digest", pins.Entry, name)
		}
	}
}

func TestMistakes(t *testing.T) {
	all, err := articles()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		for _, m := range a.Mistakes {
			if len(m.Changed) > 0 {
				continue
			}
			statements := func(variant string) (all []string) {
				p := a.Default()
				p.Variant = variant
				out, err := a.Run(&p)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range out.Steps {
					for _, t := range s.Trace {
						all = append(all, t.SQL)
					}
				}
				return all
			}
			if slices.Equal(statements(""), statements(m.Name)) {
				t.Errorf("no program of lesson %s shows what %s changes", a.Name, m.Name)
			}
		}
	}
	page := string(siteFiles(t)["replay.html"])
	if !strings.Contains(page, "<p>In the program <em>Two connections, interleaved</em>:</p>") {
		t.Error("replay.html does not name the program that shows check-then-insert")
	}
}
