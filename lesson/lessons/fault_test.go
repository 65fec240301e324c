// Every lesson on a file whose n-th read, write, sync or lock fails.

//go:build !wasip1

package lessons_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/lesson/sqlite"
	"leaseplay/lesson/sqlite/faultvfs"
)

var everyFault = flag.Bool("faults", false, "fail calls of all programs of each lesson with every variant, not only of its default program")

// fault is the n-th call of a kind, from 1, and the error that it fails with.
type fault struct {
	op   faultvfs.Op
	code sqlite3.ExtendedErrorCode
	n    int
}

// TestFaults runs programs on a file and fails the n-th call of each kind of
// the VFS, for every n until the program gets by without. The one step that
// meets the fault says so by SQLite's error, or else nothing of its outcome
// differs; the file then has what it had before that step or what it has after
// it, and the steps that follow go on from there. Where something can't be read
// that the outcome has to show, there is no outcome, but that error.
//
// The locks of a WAL are not among the calls: go-sqlite3 keeps them to itself.
func TestFaults(t *testing.T) {
	kinds := []fault{{op: faultvfs.Write, code: faultvfs.Full}}
	for _, op := range faultvfs.Ops {
		kinds = append(kinds, fault{op: op, code: op.Code()})
	}
	for _, l := range lessons.All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			total, noticed := 0, 0
			for _, p := range faultPrograms(l) {
				f := newFaulty(t, l, p)
				for _, fault := range kinds {
					for fault.n = 1; ; fault.n++ {
						r := f.run(t, p, &fault)
						if !r.fired {
							break
						}
						total++
						if f.noticed(r, sqlite.Code(fault.code)) {
							noticed++
						}
						if problem := f.judge(t, r, sqlite.Code(fault.code)); problem != "" {
							t.Errorf("%s\n%s number %d fails with %d in step %d: %s", text(p), fault.op, fault.n, fault.code, r.at, problem)
						}
					}
				}
			}
			t.Logf("%d of %d faults made a step or the run fail", noticed, total)
			if noticed < 100 {
				t.Errorf("only %d of %d faults made a step or the run fail", noticed, total)
			}
		})
	}
}

// faultPrograms are the lesson's default program or, if it has a choice of
// journal modes, its first three in each of those. With -faults they are all
// programs with all variants.
func faultPrograms(l *lesson.Lesson) (programs []*lesson.Program) {
	for i, p := range presets(l) {
		if !*everyFault && (p.Variant != "" || i > 0 && len(l.Options) == 0 || i > 2) {
			continue
		}
		if len(l.Options) == 0 {
			programs = append(programs, p)
			continue
		}
		for _, choice := range l.Options[0].Choices {
			p := p.Clone()
			p.Options = []lesson.Input{{Name: l.Options[0].Name, Text: choice}}
			if !slices.ContainsFunc(programs, func(q *lesson.Program) bool { return text(q) == text(&p) }) {
				programs = append(programs, &p)
			}
		}
	}
	return programs
}

// faulty runs one program again and again.
type faulty struct {
	lesson  *lesson.Lesson
	program *lesson.Program
	vfs     *faultvfs.VFS
	dir     string
	right   *faultRun           // without a fault
	without map[int][]*faultRun // programs that go on as if a step had not happened, by its index
}

// faultRun is what came of one run.
type faultRun struct {
	out    *lesson.Outcome
	err    error
	stored []string // what the outcome has as stored after each step, or locked
	fired  bool     // whether the fault came
	at     int      // the step that met it; -1 before the first
	seen   string   // what a fresh connection saw after that step, or locked; "" where the fault came after it
	end    string   // what one saw after the run
}

// locked stands for what a fresh connection may not read yet.
const locked = "locked"

func newFaulty(t *testing.T, l *lesson.Lesson, p *lesson.Program) *faulty {
	f := &faulty{lesson: l, program: p, vfs: faultvfs.New(), dir: t.TempDir(), without: map[int][]*faultRun{}}
	t.Cleanup(f.vfs.Close)
	if f.right = f.run(t, p, nil); f.right.err != nil {
		t.Fatalf("%s: %v", text(p), f.right.err)
	}
	return f
}

// run runs a program on a new file, with a fault or nil.
func (f *faulty) run(t *testing.T, p *lesson.Program, fault *fault) *faultRun {
	t.Helper()
	path := filepath.Join(f.dir, "job.db")
	file := sqlite.FileURI(path)
	r, now := &faultRun{at: -1}, -1
	// The lesson, but with a look by somebody else after the step that met the fault.
	l := watched(f.lesson, func() { now++ }, func() {
		if r.fired && r.at == now {
			r.seen = f.look(t, file)
		}
	})
	calls := 0
	f.vfs.Hook = func(op faultvfs.Op) error {
		if fault == nil || op != fault.op {
			return nil
		}
		if calls++; calls != fault.n {
			return nil
		}
		r.fired, r.at = true, now
		return fault.code
	}
	clone := p.Clone()
	r.out, r.err = l.RunOn(sqlite.At(file+"?vfs="+f.vfs.Name), &clone)
	f.vfs.Hook = nil
	r.end = f.look(t, file)
	if r.err == nil {
		for _, so := range r.out.Steps {
			if so.Locked != nil {
				r.stored = append(r.stored, locked)
			} else {
				r.stored = append(r.stored, lessontest.Show(so.Rows))
			}
		}
	}
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return r
}

// look returns what a fresh connection sees, through the system's own VFS.
func (f *faulty) look(t *testing.T, uri string) string {
	t.Helper()
	stored, err := lessontest.Stored(uri, f.lesson)
	switch {
	case errors.Is(err, sqlite.BUSY):
		return locked
	case err != nil:
		t.Fatalf("a fresh connection: %v", err)
	}
	return stored
}

// watched is a lesson whose operations call before and after.
func watched(l *lesson.Lesson, before, after func()) *lesson.Lesson {
	w := *l
	w.Ops = slices.Clone(l.Ops)
	for i := range w.Ops {
		run := w.Ops[i].Run
		w.Ops[i].Run = func(c *lesson.Call) (string, error) {
			before()
			defer after()
			return run(c)
		}
	}
	return &w
}
