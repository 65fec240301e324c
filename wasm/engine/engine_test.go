package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/wasm/build"
	"leaseplay/wasm/engine"
	"leaseplay/wasm/host"
)

// module builds lesson.wasm once for all tests.
var module = sync.OnceValues(func() ([]byte, error) { return build.Cached(context.Background()) })

// onEveryEngine runs one test body on every engine there is outside a browser,
// at the same time: each waits for the file system most of its time.
func onEveryEngine(t *testing.T, body func(t *testing.T, e engine.Engine)) {
	t.Run("native", func(t *testing.T) {
		t.Parallel()
		body(t, engine.Native())
	})
	t.Run("wasm", func(t *testing.T) {
		t.Parallel()
		bin, err := module()
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.WASM(t.Context(), bin, host.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		body(t, e)
	})
}

// recorded is a program with the lines that CPython printed for it.
type recorded struct {
	Program json.RawMessage `json:"program"`
	Lines   []string        `json:"lines"`
}

// Every recording of a lesson has at least so many programs, unless there is
// another number here. A lesson needs none.
const leastRecorded = 50

var least = map[string]int{"renew": 1500, "requeue": 200}

// recordings returns the files with recorded programs, each named for its
// lesson.
func recordings(t *testing.T) []string {
	files, err := filepath.Glob("../../lesson/testdata/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return filepath.Base(file) == "int.jsonl" }) // it holds no programs
	for name := range least {
		if !slices.Contains(files, filepath.Join("../../lesson/testdata", name+".jsonl")) {
			t.Errorf("there is no recording of %s among %v", name, files)
		}
	}
	return files
}

func TestConformance(t *testing.T) {
	files := recordings(t)
	onEveryEngine(t, func(t *testing.T, e engine.Engine) {
		for _, file := range files {
			name := filepath.Base(file)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			recordedLesson := strings.TrimSuffix(name, ".jsonl")
			n := 0
			in := bufio.NewScanner(bytes.NewReader(text))
			in.Buffer(nil, 1<<20)
			for in.Scan() {
				n++
				var want recorded
				if err := json.Unmarshal(in.Bytes(), &want); err != nil {
					t.Fatalf("%s:%d: %v", name, n, err)
				}
				p, err := lesson.ParseProgram(want.Program)
				if err != nil {
					t.Fatalf("%s:%d: %v", name, n, err)
				}
				if p.Lesson != recordedLesson {
					t.Errorf("%s:%d: a program of %s", name, n, p.Lesson)
				}
				out, err := e.Run(t.Context(), p)
				if err != nil {
					t.Fatalf("%s:%d: %v", name, n, err)
				}
				if !slices.Equal(out.Lines, want.Lines) {
					t.Errorf("%s:%d: %s\n got %q\nwant %q", name, n, want.Program, out.Lines, want.Lines)
				}
			}
			if want := max(least[recordedLesson], leastRecorded); n < want {
				t.Errorf("%s has %d programs, less than %d", name, n, want)
			}
		}
	})
}

// TestSameOutcome compares not only lines but whole outcomes: reasons,
// predicates, traces and rows.
func TestSameOutcome(t *testing.T) {
	bin, err := module()
	if err != nil {
		t.Fatal(err)
	}
	w, err := engine.WASM(t.Context(), bin, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, l := range lessons.All {
		variants := []string{""}
		for _, v := range l.Variants {
			variants = append(variants, v.Name)
		}
		for _, preset := range l.Programs {
			for _, options := range optionsOf(l.Options) {
				for _, v := range variants {
					p := preset.Program.Clone()
					p.Variant, p.Options = v, options
					a, err := engine.Native().Run(t.Context(), &p)
					if err != nil {
						t.Fatal(err)
					}
					b, err := w.Run(t.Context(), &p)
					if err != nil {
						t.Fatal(err)
					}
					if x, y := l.JSON(a), l.JSON(b); !bytes.Equal(x, y) {
						t.Errorf("%s %s %v %s:\nnative %s\nwasm   %s", l.Name, preset.Name, options, v, x, y)
					}
				}
			}
		}
	}
}

// optionsOf returns every way to choose all options.
func optionsOf(fields []lesson.Field) [][]lesson.Input {
	all := [][]lesson.Input{nil}
	for _, f := range fields {
		var longer [][]lesson.Input
		for _, chosen := range all {
			for _, c := range f.Choices {
				longer = append(longer, append(slices.Clone(chosen), lesson.Input{Name: f.Name, Text: c}))
			}
		}
		all = longer
	}
	return all
}
