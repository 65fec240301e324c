// What a run that met a fault may have come to.

//go:build !wasip1

package lessons_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
	"leaseplay/lesson/sqlite"
)

// noticed reports whether a run or a step of it failed with a code.
func (f *faulty) noticed(r *faultRun, code sqlite.Code) bool {
	if r.err != nil {
		return true
	}
	return slices.ContainsFunc(r.out.Steps, func(s lesson.StepOutcome) bool { return s.Raised != nil && named(s.Raised.Code, code) })
}

func named(got, want sqlite.Code) bool { return got == want || got == want.Primary() }

// judge says what is wrong with a run that met a fault, "" for nothing.
func (f *faulty) judge(t *testing.T, r *faultRun, code sqlite.Code) string {
	if r.err != nil {
		var e *sqlite.Error
		if r.out != nil || !errors.As(r.err, &e) || !named(e.Code, code) || e.Msg == "" {
			return "an outcome " + strconv.FormatBool(r.out != nil) + " with the error " + r.err.Error()
		}
		if r.at >= 0 && r.end != f.before(r.at) && r.end != f.after(r.at) {
			return "the run fails and leaves\n" + r.end + "not\n" + f.before(r.at) + "or\n" + f.after(r.at)
		}
		return ""
	}
	if got, want := string(f.lesson.JSON(r.out)), string(f.lesson.JSON(f.right.out)); got == want {
		if r.end != f.right.end || r.seen != "" && r.seen != f.right.stored[r.at] {
			return "the outcome shows no fault, but stored is\n" + r.seen + "and at the end\n" + r.end
		}
		return "" // SQLite could do without
	}
	if r.at < 0 {
		return "no step met the fault, but the outcome differs:\n" + string(f.lesson.JSON(r.out))
	}
	so := &r.out.Steps[r.at]
	if so.Raised == nil {
		return "the step tells of no error, but the outcome differs:\n" + string(f.lesson.JSON(r.out))
	}
	if !named(so.Raised.Code, code) || so.Line != "sqlite3.OperationalError: "+so.Raised.Message || so.Raised.Message == "" {
		return "the step raises " + strconv.Itoa(int(so.Raised.Code)) + ": " + so.Line
	}
	if got := r.seen; got != locked {
		if got != f.before(r.at) && got != f.after(r.at) {
			return "a fresh connection sees\n" + got + "not\n" + f.before(r.at) + "or\n" + f.after(r.at)
		}
		if now := r.stored[r.at]; now != got {
			return "a fresh connection sees\n" + got + "the outcome has\n" + now
		}
		if strings.Contains(so.Reason, "nothing changed") && got != f.before(r.at) {
			return "the step changed something and says: " + so.Reason
		}
	}
	if open := slices.ContainsFunc(so.Views, func(v lesson.View) bool { return v.Connection == f.program.Steps[r.at].Connection }); open && strings.Contains(so.Reason, "rolled back") {
		return "a transaction is open, and the step says: " + so.Reason
	}
	return f.goesOn(t, r)
}

// before and after are what is stored before a step without faults, and after
// it. While it is locked that is what was there before.
func (f *faulty) before(step int) string { return f.after(step - 1) }

func (f *faulty) after(step int) string {
	for ; step >= 0; step-- {
		if s := f.right.stored[step]; s != locked {
			return s
		}
	}
	return lessontest.Show(f.right.out.Steps[0].Before)
}

// goesOn says what is wrong with the steps that follow the one that met a
// fault: they have to go on as if that one had not happened, or had.
func (f *faulty) goesOn(t *testing.T, r *faultRun) string {
	if f.without[r.at] == nil {
		without := f.program.Clone()
		without.Steps = slices.Delete(without.Steps, r.at, r.at+1)
		f.without[r.at] = append(f.without[r.at], f.run(t, &without, nil))
		// After some errors SQLite ends a transaction that an earlier step began.
		if f.lesson.Op("rollback") != nil {
			rolled := f.program.Clone()
			rolled.Steps[r.at].Op, rolled.Steps[r.at].Inputs = "rollback", nil
			one := f.run(t, &rolled, nil)
			one.stored = slices.Delete(one.stored, r.at, r.at+1)
			f.without[r.at] = append(f.without[r.at], one)
		}
	}
	got := append(slices.Clone(r.stored[r.at+1:]), r.end)
	want := append(slices.Clone(f.right.stored[r.at+1:]), f.right.end)
	if slices.Equal(got, want) {
		return ""
	}
	for _, w := range f.without[r.at] {
		if slices.Equal(got, append(slices.Clone(w.stored[r.at:]), w.end)) {
			return ""
		}
	}
	return "then a fresh connection sees\n" + strings.Join(got, "") + "and after the step had succeeded\n" + strings.Join(want, "")
}
