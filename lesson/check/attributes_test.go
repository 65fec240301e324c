//go:build !wasip1

package check

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"leaseplay/lesson/lessons"
)

// TestReserved compares the names that can't set a field with those that the
// element keeps to itself: where a lesson has a field of such a name, both have
// to leave it alone.
func TestReserved(t *testing.T) {
	text, err := os.ReadFile("../../web/element.tsx")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?s)const reserved = new Set\(\[(.*?)\]\)`).FindSubmatch(text)
	if m == nil {
		t.Fatal("web/element.tsx has no list of reserved attributes")
	}
	var reserved []string
	for _, name := range regexp.MustCompile(`'([^']+)'`).FindAllSubmatch(m[1], -1) {
		reserved = append(reserved, string(name[1]))
	}
	for _, a := range Attributes {
		if !slices.Contains(reserved, a.Name) {
			t.Errorf("the element takes %q for a field", a.Name)
		}
	}
	for _, name := range reserved {
		if own(name) == nil && !isGlobal(name) {
			t.Errorf("the element reserves %q, which is in neither list here", name)
		}
	}
	for _, name := range Fields() {
		if slices.Contains(reserved, name) {
			t.Errorf("the element reserves the field %q", name)
		}
	}
	for _, l := range lessons.All {
		for _, op := range l.Ops {
			for _, f := range op.Fields {
				if isGlobal(f.Name) && !slices.Contains(reserved, f.Name) {
					t.Errorf("the element takes the global attribute %q for a field", f.Name)
				}
			}
		}
	}
}

func TestNearest(t *testing.T) {
	for name, want := range map[string]string{
		"new_expiry": "new-expiry", "newexpiry": "new-expiry", "tokn": "token", "Lesson": "lesson", "them": "theme", "nowe": "now",
		"clas": "class", "frobnicate": "", "x": "", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz": "",
	} {
		if got := nearest(name); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}
