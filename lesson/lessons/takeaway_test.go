// CPython, the Go compiler and gofmt judge every take-away.

//go:build !wasip1

package lessons_test

import (
	"bytes"
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

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
