// Every lesson on a file whose process ends at some call or other.

//go:build !wasip1

package lessons_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/lesson/sqlite"
	"leaseplay/lesson/sqlite/faultvfs"
)

// TestCrashes copies a program's files before each call that changes them, as a
// process that is killed there leaves them, and has a fresh connection read the
// copy. It is whole, and has what was stored before the step or what is stored
// after it. Unlike faults, which SQLite answers by rolling back, a crash leaves
// that to whoever opens the file next.
func TestCrashes(t *testing.T) {
	for _, l := range lessons.All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			halfway, total := 0, 0
			for _, p := range crashPrograms(l) {
				half, all := crashes(t, l, p)
				halfway, total = halfway+half, total+all
			}
			t.Logf("%d crashes, %d of which left a journal to roll back", total, halfway)
			if halfway < 10 {
				t.Errorf("only %d of %d crashes left a journal to roll back", halfway, total)
			}
		})
	}
}

// crashPrograms are those of TestFaults and, where jobs are added, one that
// adds so many that single commits change several pages.
func crashPrograms(l *lesson.Lesson) []*lesson.Program {
	programs := faultPrograms(l)
	long := &lesson.Program{Lesson: l.Name}
	for i := range 20 {
		n := strconv.Itoa(i)
		switch l.Name {
		case "replay":
			long.Steps = append(long.Steps, lesson.Step{Op: "submit", Inputs: []lesson.Input{{Name: "request", Text: n}, {Name: "payload", Text: strings.Repeat("\U0001f9ed", 200)}}})
		case "delivery":
			long.Steps = append(long.Steps, lesson.Step{Op: "commit", Inputs: []lesson.Input{{Name: "body", Text: n + strings.Repeat("\U0001f9ed", 190)}}})
		}
	}
	if long.Steps != nil {
		programs = append(programs, long)
	}
	return programs
}

// crash is a copy of a program's files.
type crash struct {
	path    string
	step    int  // which one was running; -1 before the first
	journal bool // there is something in a journal
	// SQLite was about to open a file, mostly the next journal: what is stored
	// then was committed, and is a state between two transactions of a step
	// that has several, as boundary's have.
	between bool
}

// crashes runs a program, looks at every copy and counts them.
func crashes(t *testing.T, l *lesson.Lesson, p *lesson.Program) (halfway, total int) {
	t.Helper()
	v := faultvfs.New()
	defer v.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "job.db")
	now := -1
	counted := watched(l, func() { now++ }, func() {})
	var all []crash
	v.Hook = func(op faultvfs.Op) error {
		c := crash{path: filepath.Join(dir, strconv.Itoa(len(all))+".db"), step: now}
		switch op {
		case faultvfs.Open:
			c.between = copyFile(t, file, c.path) > 0
		case faultvfs.Write, faultvfs.Truncate, faultvfs.Delete:
			copyFile(t, file, c.path)
			c.journal = copyFile(t, file+"-journal", c.path+"-journal")+copyFile(t, file+"-wal", c.path+"-wal") > 0
		default:
			return nil
		}
		all = append(all, c)
		return nil
	}
	clone := p.Clone()
	out, err := counted.RunOn(sqlite.At(sqlite.FileURI(file)+"?vfs="+v.Name), &clone)
	if err != nil {
		t.Fatalf("%s: %v", text(p), err)
	}
	may := map[int][]string{-1: {lessontest.NoTable, "", lessontest.Show(out.Steps[0].Before)}}
	for i := range out.Steps {
		may[i] = around(out, i)
	}
	for _, between := range []bool{true, false} {
		for n, c := range all {
			if c.between != between {
				continue
			}
			got, err := lessontest.Stored(sqlite.FileURI(c.path), l)
			switch {
			case err != nil:
				t.Errorf("%s\na crash at call %d, in step %d: %v", text(p), n, c.step, err)
			case between:
				may[c.step] = append(may[c.step], got)
				continue
			case !slices.Contains(may[c.step], got):
				t.Errorf("%s\na crash at call %d, in step %d, leaves\n%snot one of\n%s", text(p), n, c.step, got, strings.Join(may[c.step], "or\n"))
			}
			total++
			if c.journal {
				halfway++
			}
		}
	}
	return halfway, total
}

// around returns what others can read before a step and after it, or after the
// last step before and the first behind that let them.
func around(out *lesson.Outcome, step int) []string {
	before := lessontest.Show(out.Steps[0].Before)
	for i := range out.Steps {
		so := &out.Steps[i]
		switch {
		case so.Locked != nil:
		case i < step:
			before = lessontest.Show(so.Rows)
		default:
			return []string{before, lessontest.Show(so.Rows)}
		}
	}
	return []string{before}
}

// copyFile copies a file, if it is there, and returns its length.
func copyFile(t *testing.T, from, to string) int {
	t.Helper()
	data, err := os.ReadFile(from)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return len(data)
}
