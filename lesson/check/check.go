//go:build !wasip1

// Checks and fixes one file.

package check

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"leaseplay/lesson"
)

// Runner runs programs; an engine is one. A *lesson.Error of its tells that a
// program was refused, any other error that the runner can't go on.
type Runner interface {
	Run(ctx context.Context, p *lesson.Program) (*lesson.Outcome, error)
}

// Page is a file that was checked.
type Page struct {
	Elements int
	Problems []Problem // in the order of the file

	view   *view
	states []state
	edits  map[int]edit // that Fix made, by element
}

// state is what is known of an element.
type state struct {
	*element
	output  string
	problem int // of the fallback, into Problems; -1
}

// Check checks a file. The error is the runner's or the context's.
func Check(ctx context.Context, runner Runner, source []byte, format Format) (*Page, error) {
	page := &Page{}
	if encoded16(source) {
		page.Problems = []Problem{{Code: UnreadablePage, Message: "the file is UTF-16; only UTF-8 can be checked"}}
		return page, nil
	}
	if !mentions(source, Element) {
		return page, nil
	}
	v := newView(source, format)
	found, err := v.elements()
	if err != nil {
		page.Problems = []Problem{{Code: UnreadablePage, Message: "the page can't be read: " + err.Error()}}
		return page, nil
	}
	page.view, page.Elements = v, len(found)
	for _, e := range found {
		if err := page.element(ctx, runner, e); err != nil {
			return nil, err
		}
	}
	page.place()
	return page, nil
}

func encoded16(source []byte) bool {
	return bytes.HasPrefix(source, []byte{0xff, 0xfe}) || bytes.HasPrefix(source, []byte{0xfe, 0xff})
}

// element checks one element.
func (p *Page) element(ctx context.Context, runner Runner, e *element) error {
	program, problems := p.view.read(e)
	s := state{element: e, problem: -1}
	defer func() {
		p.Problems = append(p.Problems, problems...)
		p.states = append(p.states, s)
	}()
	if wrong := p.view.standing(e); wrong != nil {
		problems = append(problems, *wrong)
		return nil
	}
	if program == nil {
		return nil
	}
	out, err := runner.Run(ctx, program)
	var refused *lesson.Error
	switch {
	case errors.As(err, &refused):
		problems = append(problems, Problem{Code: refused.Code, Offset: p.view.near(e.start), Message: refused.Error()})
		return nil
	case err != nil:
		return err
	}
	s.output = strings.Join(out.Lines, "\n")
	if wrong := p.view.compare(e, s.output); wrong != nil {
		s.problem = len(p.Problems) + len(problems)
		problems = append(problems, *wrong)
	}
	return nil
}

// standing returns what keeps an element from being one that ends where its
// author ended it, or nil.
func (v *view) standing(e *element) *Problem {
	message, code := "", UnclosedElement
	switch {
	case e.close < 0 && e.slashed:
		message = "HTML ignores the / of <" + Element + " …/>: write an end tag"
	case e.close < 0:
		message = "the element has no </" + Element + ">"
		if v.format == Markdown {
			message += " that is HTML for Markdown: it is missing, indented, or in code"
		}
	case e.within != "" && e.within != Element && (e.pre < 0 || v.cut(e) < 0): // where Markdown cut the <pre>, that is what to say
		message = "a browser passes over this </" + Element + ">, which stands inside of a <" + e.within + ">, and takes what is behind it for the playground's"
		if v.format == Markdown {
			message += ": put the end tag on a line of its own, with an empty line before it"
		}
		return &Problem{Code: UnclosedElement, Offset: v.near(e.close), Message: message}
	case e.dropped:
		code, message = DroppedElement, "a browser drops this tag where it stands, as it does in a <frameset>"
	default:
		return nil
	}
	return &Problem{Code: code, Offset: v.near(e.start), Message: message}
}

// place sorts the problems and gives them lines and columns.
func (p *Page) place() {
	if len(p.Problems) == 0 {
		return
	}
	l := newLines(p.view.source)
	order := make([]int, len(p.Problems))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return p.Problems[a].Offset - p.Problems[b].Offset })
	sorted, places := make([]Problem, len(order)), make([]int, len(order))
	for to, from := range order {
		w := p.Problems[from]
		w.Line, w.Column = l.at(w.Offset)
		w.Message = lesson.Clip(w.Message, 500)
		sorted[to], places[from] = w, to
	}
	for i := range p.states {
		if s := &p.states[i]; s.problem >= 0 {
			s.problem = places[s.problem]
		}
	}
	p.Problems = sorted
}

// Fix returns the file with the output in place of each fallback that differs
// from it, and an element without any content given one. It sets Fixed or
// Unfixable of each such problem. The file is nil if nothing was fixed.
func (p *Page) Fix() []byte {
	edits := map[int]edit{} // by element
	for i := range p.states {
		s := &p.states[i]
		if s.problem < 0 || p.Problems[s.problem].Unfixable != "" {
			continue
		}
		e, why := p.view.rewrite(s.element, s.output)
		if why != "" {
			p.Problems[s.problem].Unfixable = why
			continue
		}
		edits[i] = e
	}
	good := map[int]edit{}
	p.keep(good, edits, slices.Sorted(maps.Keys(edits)))
	p.edits = good
	fixed := p.try(good)
	for i := range p.states {
		s := &p.states[i]
		if s.problem < 0 || p.Problems[s.problem].Unfixable != "" {
			continue
		}
		if _, ok := good[i]; ok {
			p.Problems[s.problem].Fixed = true
		} else {
			p.Problems[s.problem].Unfixable = "written here, the output would not be read as it is: try it with the element's start tag on a line of its own, between empty lines, or in a <div>"
		}
	}
	return fixed
}

// keep adds to good those of the edits with these numbers that don't spoil it.
func (p *Page) keep(good, edits map[int]edit, numbers []int) {
	for _, i := range numbers {
		good[i] = edits[i]
	}
	if len(numbers) == 0 || p.try(good) != nil {
		return
	}
	for _, i := range numbers {
		delete(good, i)
	}
	if half := len(numbers) / 2; half > 0 {
		p.keep(good, edits, numbers[:half])
		p.keep(good, edits, numbers[half:])
	}
}

// try makes edits and reads what comes out; nil unless every element edited
// now has its output, and every other one is what it was.
func (p *Page) try(edits map[int]edit) []byte {
	if len(edits) == 0 {
		return nil
	}
	list := make([]edit, 0, len(edits))
	for _, e := range edits {
		list = append(list, e)
	}
	fixed := apply(p.view.source, list)
	v := newView(fixed, p.view.format)
	found, err := v.elements()
	if err != nil || len(found) != len(p.states) {
		return nil
	}
	for i, e := range found {
		was := p.states[i]
		if !bytes.Equal(v.html[e.start:e.open], p.view.html[was.start:was.open]) {
			return nil // Markdown now reads even the tag otherwise
		}
		if _, ok := edits[i]; ok {
			if v.standing(e) != nil || v.compare(e, was.output) != nil {
				return nil
			}
		} else if e.text != was.text || (e.pre < 0) != (was.pre < 0) || (e.close < 0) != (was.close < 0) {
			return nil
		}
	}
	return fixed
}
