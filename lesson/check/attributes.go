// The attributes that <lease-playground> takes.

package check

import (
	"slices"
	"strings"

	"leaseplay/lesson/lessons"
)

// Attribute is one that the element itself knows.
type Attribute struct {
	Name   string
	Values []string // what it can be; nil for any text
}

// Attributes are the element's own, beside those that [Fields] lists. The first
// of the Values is what the element takes if it lacks the attribute.
var Attributes = []Attribute{
	{Name: "lesson"},
	{Name: "program"},
	{Name: "variant"},
	{Name: "permalink"}, // true or false, as hidden is: whether it opens permalinks
	{Name: "view", Values: []string{"full", "compact"}},
	{Name: "theme", Values: []string{"auto", "light", "dark"}},
	{Name: "load", Values: []string{"visible", "eager", "interaction"}},
}

// Global are attributes that every HTML element has. They never set a field,
// so a field of such a name, as renew's id, can be set in program only.
//
// https://html.spec.whatwg.org/multipage/dom.html#global-attributes
var Global = []string{
	"accesskey", "autocapitalize", "autocorrect", "autofocus", "class", "contenteditable", "dir", "draggable",
	"enterkeyhint", "exportparts", "hidden", "id", "inert", "inputmode", "is", "itemid", "itemprop", "itemref",
	"itemscope", "itemtype", "lang", "nonce", "part", "popover", "role", "slot", "spellcheck", "style", "tabindex",
	"title", "translate", "writingsuggestions", "xml:lang", "xmlns",
}

// globalPrefixes begin the names of open families of global attributes.
var globalPrefixes = []string{"data-", "aria-", "on"}

// Fields returns the attributes that set an input of the first call that has
// it: the names of all lessons' fields with - for _, sorted.
func Fields() []string { return slices.Clone(fields) }

var fields = func() []string {
	var names []string
	for _, l := range lessons.All {
		for _, op := range l.Ops {
			for _, f := range op.Fields {
				name := strings.ReplaceAll(f.Name, "_", "-")
				if !slices.Contains(Global, name) && own(name) == nil {
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}()

// own returns the element's own attribute of that name, or nil.
func own(name string) *Attribute {
	for i := range Attributes {
		if Attributes[i].Name == name {
			return &Attributes[i]
		}
	}
	return nil
}

func isField(name string) bool { return slices.Contains(fields, name) }

func isGlobal(name string) bool {
	if slices.Contains(Global, name) {
		return true
	}
	for _, p := range globalPrefixes {
		if strings.HasPrefix(name, p) && len(name) > len(p) {
			return true
		}
	}
	return false
}

// nearest returns the known name that an unknown one is most likely a slip for,
// or "".
func nearest(name string) string {
	const longest = 40 // no name is so far off that its distance matters
	if len(name) > longest {
		return ""
	}
	best, least := "", 1+max(1, min(3, len(name)/3))
	try := func(candidate string) {
		if d := distance(name, candidate); d < least {
			best, least = candidate, d
		}
	}
	for _, a := range Attributes {
		try(a.Name)
	}
	for _, f := range fields {
		try(f)
	}
	for _, g := range Global {
		try(g)
	}
	return best
}

// distance is Levenshtein's: how many bytes to insert, drop or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
