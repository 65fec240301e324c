package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
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

// recordings counts the recorded programs of each lesson that has any.
// A test below sees that no recording is left out.
var recordings = map[string]int{"renew": 1500, "requeue": 200, "contention": 240, "outbox": 80, "replay": 80, "delivery": 80}

func TestConformance(t *testing.T) {
	files, err := filepath.Glob("../../lesson/testdata/*.jsonl")
	if err != nil || len(files) != len(recordings)+1 { // and int.jsonl, which holds no programs
		t.Errorf("there are recordings %v, %v", files, err)
	}
	onEveryEngine(t, func(t *testing.T, e engine.Engine) {
		for l, programs := range recordings {
			name := l + ".jsonl"
			text, err := os.ReadFile(filepath.Join("../../lesson/testdata", name))
			if err != nil {
				t.Fatal(err)
			}
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
				out, err := e.Run(t.Context(), p)
				if err != nil {
					t.Fatalf("%s:%d: %v", name, n, err)
				}
				if !slices.Equal(out.Lines, want.Lines) {
					t.Errorf("%s:%d: %s\n got %q\nwant %q", name, n, want.Program, out.Lines, want.Lines)
				}
			}
			if n != programs {
				t.Errorf("%s has %d programs, not %d", name, n, programs)
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
