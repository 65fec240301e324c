// The programs that the tests of this package run, and how they run them.

//go:build !wasip1

package lessons_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

// TestMain keeps the databases of this package's tests in memory where a Linux
// has a folder for that: thousands of them are made and removed.
func TestMain(m *testing.M) {
	const shm = "/dev/shm"
	if st, err := os.Stat(shm); err == nil && st.IsDir() && os.Getenv("TMPDIR") == "" {
		os.Setenv("TMPDIR", shm)
	}
	os.Exit(m.Run())
}

// tool finds a program that judges the take-aways. Without it the test fails,
// so that nobody takes a check that never ran for one that passed.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("this test needs %s (Debian's package of that name): %v", name, err)
	}
	return path
}

// presets are a lesson's own programs with the right contract and with every
// variant.
func presets(l *lesson.Lesson) []*lesson.Program {
	var out []*lesson.Program
	for i := range l.Programs {
		p := l.Programs[i].Program.Clone()
		out = append(out, &p)
		for _, v := range l.Variants {
			p := p.Clone()
			p.Variant = v.Name
			out = append(out, &p)
		}
	}
	return out
}

// random are programs from a fixed seed.
func random(l *lesson.Lesson, n int) []*lesson.Program {
	r := rand.New(rand.NewPCG(4, 7))
	var out []*lesson.Program
	for range n {
		out = append(out, lessontest.Random(r, l))
	}
	return out
}

// run returns what a program prints.
func run(t *testing.T, l *lesson.Lesson, p *lesson.Program) (*lesson.Outcome, string) {
	t.Helper()
	out, err := l.Run(p)
	if err != nil {
		t.Fatalf("%s: %v", text(p), err)
	}
	printed := ""
	for _, line := range out.Lines {
		printed += line + "\n"
	}
	return out, printed
}

func text(p *lesson.Program) string {
	b, err := json.Marshal(p)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func takeaway(t *testing.T, l *lesson.Lesson, language string, p *lesson.Program) string {
	t.Helper()
	code, err := l.Takeaway(language, p)
	if err != nil {
		t.Fatalf("%s: %v", text(p), err)
	}
	for _, r := range code {
		if r > '~' || r < ' ' && r != '\n' && r != '\t' {
			t.Fatalf("%s holds %q, which is not plain ASCII:\n%s", language, r, code)
		}
	}
	return code
}
