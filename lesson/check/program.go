//go:build !wasip1

// Reads what an element runs from its attributes.

package check

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

// maxProblems is how many problems of one start tag are reported.
const maxProblems = 20

// reading is an element whose attributes are being read.
type reading struct {
	*element
	view     *view
	attrs    map[string]attribute // without duplicates
	order    []string             // of the attributes' names
	problems []Problem
}

// read returns an element's program, complete and checked, or nil and why
// there is none. There can be problems with a program too: attributes that a
// browser passes over.
func (v *view) read(e *element) (*lesson.Program, []Problem) {
	r := &reading{element: e, view: v, attrs: map[string]attribute{}}
	for _, a := range attributes(v.html[e.start:e.open]) {
		if _, twice := r.attrs[a.name]; twice {
			r.attribute(DuplicateAttribute, a, "the attribute "+lesson.Clip(a.name, 40)+" comes twice: this one doesn't count")
			continue
		}
		r.attrs[a.name] = a
		r.order = append(r.order, a.name)
		r.known(a)
	}
	p := r.program()
	return p, r.problems
}

// get returns the attribute of that name, or nil.
func (r *reading) get(name string) *attribute {
	if a, ok := r.attrs[name]; ok {
		return &a
	}
	return nil
}

// report notes a problem at an offset into the start tag.
func (r *reading) report(code lesson.Code, at int, message string) {
	if len(r.problems) == maxProblems {
		return
	}
	r.problems = append(r.problems, Problem{Code: code, Offset: r.view.near(r.start + at), Message: message})
}

func (r *reading) attribute(code lesson.Code, a attribute, message string) {
	r.report(code, a.at, message)
}

// known reports an attribute that isn't, and a value that the element would
// take as if it were not there.
func (r *reading) known(a attribute) {
	switch o := own(a.name); {
	case o != nil && o.Values != nil && !slices.Contains(o.Values, a.text):
		r.report(lesson.BadValue, a.value, lesson.Quote(a.text)+" is no value for "+a.name+"; there are "+strings.Join(o.Values, ", "))
	case o == nil && !isField(a.name) && !isGlobal(a.name):
		message := "there is no attribute " + lesson.Clip(a.name, 40)
		if n := nearest(a.name); n != "" {
			message += "; did you mean " + n + "?"
		}
		r.attribute(UnknownAttribute, a, message)
	}
}

// program makes the program, as the element does: the lesson's own or the one
// in the attribute, then the variant, then the first call's inputs.
func (r *reading) program() *lesson.Program {
	p, l := r.base()
	if p == nil {
		return nil
	}
	if a := r.get("variant"); a != nil {
		p.Variant = a.text
	}
	for _, kebab := range r.order {
		if !isField(kebab) {
			continue
		}
		a, name := r.attrs[kebab], strings.ReplaceAll(kebab, "-", "_")
		if l.SetFirst(p, name, a.text) != nil {
			r.attribute(lesson.UnknownField, a, "no step of this program has a field "+name)
			return nil
		}
	}
	if err := l.Check(p); err != nil {
		r.refused(err)
		return nil
	}
	return p
}

// base returns the program that the other attributes change.
func (r *reading) base() (*lesson.Program, *lesson.Lesson) {
	named, written := r.get("lesson"), r.get("program")
	var p *lesson.Program
	if written != nil {
		if p = r.parse(named, written); p == nil {
			return nil, nil
		}
	} else if named == nil || named.text == "" {
		r.report(lesson.MissingField, 0, "the element names no lesson; there are "+lessons.Names())
		return nil, nil
	}
	name := ""
	if p != nil {
		name = p.Lesson
	} else {
		name = named.text
	}
	l, err := lessons.Find(name)
	if err != nil {
		var e *lesson.Error
		errors.As(err, &e)
		if p != nil && (named == nil || named.text != name) {
			r.inProgram(written, e)
		} else {
			r.report(e.Code, named.value, e.Message)
		}
		return nil, nil
	}
	if p == nil {
		d := l.Default()
		return &d, l
	}
	if err := l.Check(p); err != nil {
		r.refused(err)
		return nil, nil
	}
	return p, l
}

func (r *reading) parse(named, written *attribute) *lesson.Program {
	name := ""
	if named != nil {
		name = named.text
	}
	var syntax *json.SyntaxError
	var any json.RawMessage
	if err := json.Unmarshal([]byte(written.text), &any); errors.As(err, &syntax) {
		at := int(syntax.Offset)
		if at < len(written.text) || !strings.Contains(syntax.Error(), "unexpected end") {
			at = max(0, at-1) // Offset is behind the character
		}
		r.inValue(lesson.BadJSON, written, at, "program is no JSON: "+syntax.Error())
		return nil
	}
	p, err := lesson.ParseProgramOf([]byte(written.text), name)
	if err != nil {
		var e *lesson.Error
		errors.As(err, &e)
		r.inProgram(written, e)
		return nil
	}
	if name != "" && p.Lesson != name {
		r.inProgram(written, &lesson.Error{Code: lesson.BadValue, Path: "lesson",
			Message: "its lesson is " + lesson.Quote(p.Lesson) + ", but that of the element is " + lesson.Quote(name)})
		return nil
	}
	return p
}

// refused reports what Lesson.Check says, at the attribute that has it.
func (r *reading) refused(err error) {
	var e *lesson.Error
	errors.As(err, &e)
	name := strings.ReplaceAll(e.Path[strings.LastIndexByte(e.Path, '.')+1:], "_", "-")
	if a := r.get(name); a != nil && (isField(name) || name == "variant") {
		r.report(e.Code, a.value, e.Message)
	} else if a := r.get("program"); a != nil {
		r.inProgram(a, e)
	} else {
		r.report(e.Code, 0, e.Error())
	}
}

// inProgram reports an error at what its path names in the JSON.
func (r *reading) inProgram(a *attribute, e *lesson.Error) {
	r.inValue(e.Code, a, locate(a.text, e.Path), "program: "+e.Error())
}

func (r *reading) inValue(code lesson.Code, a *attribute, offset int, message string) {
	raw := r.view.html[r.start+a.value : r.start+a.end]
	r.report(code, a.value+undecode(raw, offset), message)
}

// locate returns where in a JSON text the member with that path has its key
// ("row.expiry") or the list its element ("steps[0]"); where there is none,
// where the innermost of those it would be in begins.
func locate(text, path string) int {
	d := json.NewDecoder(strings.NewReader(text))
	found := skip(text, 0, isSpace)
	next := func() int { // where the next token begins
		return skip(text, int(d.InputOffset()), func(c byte) bool { return isSpace(c) || c == ',' || c == ':' })
	}
	var value func(prefix string) bool // false where the text ends or is no JSON
	member := func(p string, at int) bool {
		if p == path || strings.HasPrefix(path, p) && strings.IndexByte(".[", path[len(p)]) >= 0 {
			found = at
		}
		return p != path && value(p)
	}
	value = func(prefix string) bool {
		t, err := d.Token()
		if err != nil {
			return false
		}
		switch t {
		case json.Delim('{'):
			for d.More() {
				at := next()
				key, err := d.Token()
				name, isText := key.(string)
				if prefix != "" {
					name = prefix + "." + name
				}
				if err != nil || !isText || !member(name, at) {
					return false
				}
			}
		case json.Delim('['):
			for i := 0; d.More(); i++ {
				if !member(prefix+"["+strconv.Itoa(i)+"]", next()) {
					return false
				}
			}
		default:
			return true
		}
		_, err = d.Token()
		return err == nil
	}
	value("")
	return found
}
