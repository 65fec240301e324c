//go:build !wasip1

package lessons_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/lesson/sqlite"
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

// TestPython has CPython judge every contract: it prints what the lesson does,
// for the lesson's own programs and 300 others, with every variant.
func TestPython(t *testing.T) {
	python := tool(t, "python3")
	for _, l := range lessons.All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			programs := append(presets(l), random(l, 300)...)
			var in, errs bytes.Buffer
			var want []string
			enc := json.NewEncoder(&in)
			for _, p := range programs {
				_, printed := run(t, l, p)
				want = append(want, printed)
				if err := enc.Encode(takeaway(t, l, lesson.Python, p)); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(python, "-I", filepath.Join("testdata", "judge.py"))
			cmd.Stdin, cmd.Stderr = &in, &errs
			printed, err := cmd.Output()
			got := json.NewDecoder(bytes.NewReader(printed))
			failed := 0
			for i, p := range programs {
				var lines string
				if derr := got.Decode(&lines); derr != nil {
					t.Fatalf("%v, %v at %s\n%s", err, derr, text(p), &errs)
				}
				if lines != want[i] && failed < 5 {
					failed++
					t.Errorf("%s\nPython prints\n%sthe lesson\n%s", text(p), lines, want[i])
				}
			}
		})
	}
}

// TestPythonAlone runs each lesson's default program as a reader would, with
// every warning an error.
func TestPythonAlone(t *testing.T) {
	python := tool(t, "python3")
	for _, l := range lessons.All {
		p := l.Default()
		file := filepath.Join(t.TempDir(), l.Name+".py")
		if err := os.WriteFile(file, []byte(takeaway(t, l, lesson.Python, &p)), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command(python, "-I", "-W", "error", "-X", "dev", file).CombinedOutput()
		if _, want := run(t, l, &p); string(got) != want || err != nil {
			t.Errorf("%s: Python prints\n%s%v; the lesson\n%s", l.Name, got, err, want)
		}
	}
}

// TestGo builds and runs each lesson's default program with the steps of
// others behind it, with the right contract and with every variant. They are
// packages of one program, for one linking: of the text only "package main"
// and "func main" are changed for that, and nothing in the first one.
func TestGo(t *testing.T) {
	dir := t.TempDir()
	module, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	// The files seem to be in this module for its versions of what they import.
	write := func(path, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(path, "/", "-"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(module, "takeaway", filepath.FromSlash(path))] = file
	}
	want := map[string]string{}
	imports, runs := "import \"os\"\n", ""
	for _, l := range lessons.All {
		for v := -1; v < len(l.Variants); v++ {
			p := l.Default()
			name := l.Name
			if v >= 0 {
				p.Variant = l.Variants[v].Name
				name += "_" + strings.ReplaceAll(p.Variant, "-", "_")
			}
			for _, r := range random(l, 30) {
				p.Steps = append(p.Steps, r.Steps...)
			}
			p.Steps = p.Steps[:min(len(p.Steps), lesson.MaxSteps)]
			_, want[name] = run(t, l, &p)
			code := takeaway(t, l, lesson.Go, &p)
			code = strings.Replace(code, "\npackage main\n", "\npackage "+name+"\n", 1)
			code = strings.Replace(code, "\nfunc main() {\n", "\nfunc Main() {\n", 1)
			write(name+"/"+name+".go", code)
			imports += "import \"leaseplay/takeaway/" + name + "\"\n"
			runs += "case \"" + name + "\":\n" + name + ".Main()\n"
		}
	}
	write("all/main.go", "package main\n"+imports+"func main() {\nswitch os.Args[1] {\n"+runs+"}\n}\n")
	first := lessons.All[0].Default()
	_, want["first"] = run(t, lessons.All[0], &first)
	write("first/main.go", takeaway(t, lessons.All[0], lesson.Go, &first))
	b, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"),
		"-o", dir+string(filepath.Separator), "./takeaway/all", "./takeaway/first")
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "GOTMPDIR=", "TMPDIR=") // a compiler needs more room
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, want := range want {
		program := "all"
		if name == "first" {
			program = name
		}
		got, err := exec.Command(filepath.Join(dir, program), name).CombinedOutput()
		if string(got) != want || err != nil {
			t.Errorf("%s: the Go program prints\n%s%v; the lesson\n%s", name, got, err, want)
		}
	}
}

// TestGoFormat has gofmt leave every Go program as it is.
func TestGoFormat(t *testing.T) {
	for _, l := range lessons.All {
		for _, p := range append(presets(l), random(l, 50)...) {
			code := takeaway(t, l, lesson.Go, p)
			formatted, err := format.Source([]byte(code))
			if err != nil || string(formatted) != code {
				t.Errorf("%s: %v; gofmt makes of it:\n%s", text(p), err, formatted)
				break
			}
		}
	}
}

// resultCode is what the shell puts behind some messages.
var resultCode = regexp.MustCompile(` \(\d+\)`)

// committed is what the shell is to show of the table after a step: a row a
// line, each value as the hexadecimal digits of its text.
func committed(s *lesson.StepOutcome) string {
	if s.Locked != nil {
		return s.Locked.Message + "\n"
	}
	text := ""
	for _, row := range s.Rows {
		text += "row "
		for _, v := range row {
			switch v.Type {
			case sqlite.NULL:
				text += " NULL"
			case sqlite.INTEGER:
				text += fmt.Sprintf(" %X", strconv.FormatInt(v.Int, 10))
			default:
				text += fmt.Sprintf(" %X", v.Text)
			}
		}
		text += "\n"
	}
	return text
}

// TestSQL has the sqlite3 shell show the changes of the lesson's own programs
// and of others, and compares the table in the end.
func TestSQL(t *testing.T) {
	shell := tool(t, "sqlite3")
	for _, l := range lessons.All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			for _, p := range append(presets(l), random(l, 50)...) {
				out, _ := run(t, l, p)
				want := ""
				for _, s := range out.Steps {
					for _, st := range s.Trace {
						if word, _, _ := strings.Cut(st.SQL, " "); st.Raised != nil {
							if st.Raised.Code != 0 {
								want += st.Raised.Message + "\n"
							}
						} else if word == "UPDATE" || word == "INSERT" || word == "DELETE" {
							want += "changes " + string('0'+rune(st.Changes)) + "\n"
						}
					}
				}
				code := takeaway(t, l, lesson.SQL, p)
				marked := strings.ReplaceAll(code, "SELECT changes();", "SELECT 'changes '||changes();")
				if strings.Contains(code, ".connection") { // a look at what is committed
					marked += ".connection 4\n.open leaseplay-lesson.db\n"
				}
				marked += "SELECT 'row '"
				for _, c := range l.Columns {
					marked += "||' '||iif(" + c.Name + " IS NULL, 'NULL', hex(" + c.Name + "))"
				}
				marked += " FROM " + l.Table + " ORDER BY " + l.Columns[0].Name + ";\n"
				want += committed(&out.Steps[len(out.Steps)-1])
				cmd := exec.Command(shell, "-batch", "-init", os.DevNull)
				cmd.Dir = t.TempDir()
				cmd.Stdin = strings.NewReader(marked)
				printed, _ := cmd.CombinedOutput() // it is 1 where SQLite refuses a statement
				got := ""
				for line := range strings.Lines(string(printed)) {
					if strings.HasPrefix(line, "changes ") || strings.HasPrefix(line, "row ") {
						got += line
					} else if _, msg, ok := strings.Cut(line, "rror near line "); ok {
						_, msg, _ = strings.Cut(msg, ": ")
						got += resultCode.ReplaceAllString(msg, "")
					}
				}
				if got != want {
					t.Fatalf("%s\nthe shell shows\n%s\nof which\n%swhere the lesson has\n%sin\n%s", text(p), printed, got, want, code)
				}
			}
		})
	}
}
