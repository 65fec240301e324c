//go:build wasip1

package main

import (
	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

// answer answers one request. The first string of a response is "ok" or
// "error"; code, path and message follow an error.
func answer(r *lesson.Reader, w *lesson.Writer) {
	start := len(w.Bytes)
	w.String("ok")
	if err := serve(r.String(), r, w); err != nil {
		w.Bytes = w.Bytes[:start]
		w.String("error")
		e, ok := err.(*lesson.Error)
		if !ok {
			e = &lesson.Error{Code: "sqlite", Message: err.Error()}
		}
		w.String(string(e.Code))
		w.String(e.Path)
		w.String(e.Message)
	}
}

var malformed = &lesson.Error{Code: "bad-request", Message: "the request is cut short or malformed"}

func serve(what string, r *lesson.Reader, w *lesson.Writer) error {
	switch what {
	case "describe": // the lesson of a name
		name := r.String()
		if !ended(r) {
			return malformed
		}
		l, err := lessons.Find(name)
		if err == nil {
			w.Lesson(l)
		}
		return err
	case "run": // a program
		p := r.Program()
		l, err := lessonOf(p, r)
		if err != nil {
			return err
		}
		out, err := l.Run(p)
		if err == nil {
			w.Outcome(out)
		}
		return err
	case "code": // a language and a program; the take-away less its head
		language := r.String()
		p := r.Program()
		l, err := lessonOf(p, r)
		if err != nil {
			return err
		}
		text, err := l.TakeawayTail(language, p)
		w.String(text)
		return err
	case "read": // texts of number fields; the ints that they are, in decimal
		n := r.Len()
		w.Count(n)
		for range n {
			w.String(lesson.ReadInt(r.String()).Decimal())
		}
		if !ended(r) {
			return malformed
		}
		return nil
	case "map": // a program, a step's index, and x, y, columns and rows
		p := r.Program()
		step, x, y := r.Count(), lesson.ReadInt(r.String()), lesson.ReadInt(r.String())
		area := lesson.Area{X: x.N, Y: y.N, Cols: r.Count(), Rows: r.Count()}
		l, err := lessonOf(p, r)
		switch {
		case err != nil:
			return err
		case x.Kind != lesson.Fits || y.Kind != lesson.Fits:
			return &lesson.Error{Code: lesson.BadValue, Path: "area", Message: "an area begins at ints of 64 bits"}
		}
		answers, right, err := l.DecisionMap(p, step, area)
		w.Answers(answers)
		w.Answers(right)
		return err
	}
	return extra(what, r, w)
}

// ended reports whether a request held what was read of it and no more.
func ended(r *lesson.Reader) bool { return !r.Bad && len(r.Bytes) == 0 }

// lessonOf returns the lesson of the program that a request ends with.
func lessonOf(p *lesson.Program, r *lesson.Reader) (*lesson.Lesson, error) {
	if !ended(r) {
		return nil, malformed
	}
	return lessons.Find(p.Lesson)
}
