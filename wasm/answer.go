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
		l, err := lessons.Find(r.String())
		if err == nil {
			w.Lesson(l)
		}
		return err
	case "run": // a program
		p := r.Program()
		if r.Bad || len(r.Bytes) != 0 {
			return malformed
		}
		l, err := lessons.Find(p.Lesson)
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
		if r.Bad || len(r.Bytes) != 0 {
			return malformed
		}
		l, err := lessons.Find(p.Lesson)
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
		if r.Bad || len(r.Bytes) != 0 {
			return malformed
		}
		return nil
	case "map": // a program, a step's index, and x, y, columns and rows
		p := r.Program()
		step := r.Count()
		area := lesson.Area{X: lesson.ReadInt(r.String()).N, Y: lesson.ReadInt(r.String()).N, Cols: r.Count(), Rows: r.Count()}
		if r.Bad || len(r.Bytes) != 0 {
			return malformed
		}
		l, err := lessons.Find(p.Lesson)
		if err != nil {
			return err
		}
		answers, right, err := l.DecisionMap(p, step, area)
		w.Answers(answers)
		w.Answers(right)
		return err
	}
	return test(what)
}
