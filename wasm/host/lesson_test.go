// The real lesson.wasm: its ABI, and its answers against the native ones.

package host

import (
	"bytes"
	"context"
	"flag"
	"os"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/wasm/internal/abi"
)

var update = flag.Bool("update", false, "write wasm/abi.txt instead of checking it")

func newLessonHost(t testing.TB) *Host {
	t.Helper()
	wasm, err := buildLesson()
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(context.Background(), wasm, Options{CacheDir: cacheDir, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// TestLessonABI checks wasm/abi.txt; with -update it writes it.
func TestLessonABI(t *testing.T) {
	const name = "../abi.txt"
	got := abi.Text(newLessonHost(t).compiled)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("lesson.wasm's ABI is not that of %s; if that is meant, go test ./wasm/host -update; it is now:\n%s", name, got)
	}
}

// TestLessonsAnswerAsNatively runs every program that the lessons come with,
// with every variant.
func TestLessonsAnswerAsNatively(t *testing.T) {
	h := newLessonHost(t)
	for _, l := range lessons.All {
		variants := []string{""}
		for _, v := range l.Variants {
			variants = append(variants, v.Name)
		}
		for _, preset := range l.Programs {
			for _, variant := range variants {
				p := preset.Program.Clone()
				p.Variant = variant
				out, err := l.Run(&p)
				if err != nil {
					t.Fatal(err)
				}
				var want lesson.Writer
				want.String("ok")
				want.Outcome(out)
				got, err := h.Call(context.Background(), runRequest(&p))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, want.Bytes) {
					t.Errorf("%s, program %s, variant %q: got\n%q, natively\n%q", l.Name, preset.Name, variant, got, want.Bytes)
				}
			}
		}
	}
	if n := len(h.inst.dbs) + len(h.inst.stmts); n > 0 {
		t.Errorf("%d connections and statements left open", n)
	}
	if left := files(t, h.opts.TempDir); len(left) != 1 {
		t.Errorf("files %q, want the instance's folder only", left)
	}
}

// TestManyCalls insists that lesson.wasm's garbage is collected however much
// there was: here by maps whose cells are all refused, without any SQLite.
func TestManyCalls(t *testing.T) {
	h := newLessonHost(t)
	var request lesson.Writer
	request.String("map")
	request.Program(&lessons.All[0].Programs[0].Program)
	request.Count(0)
	for range 2 {
		request.String("2_000_000")
	}
	for range 2 {
		request.Count(100)
	}
	ask := func(n int) uint32 {
		for range n {
			response, err := h.Call(t.Context(), request.Bytes)
			if err != nil || len(response) < 10_000 {
				t.Fatalf("%q, %v", response, err)
			}
		}
		return h.inst.mod.Memory().Size()
	}
	before := ask(20)
	if after := ask(40); after > before+1<<20 {
		t.Errorf("after 20 maps the memory is of %d bytes, after 60 of %d", before, after)
	}
}

func runRequest(p *lesson.Program) []byte {
	var w lesson.Writer
	w.String("run")
	w.Program(p)
	return w.Bytes
}

// BenchmarkDefaultProgram runs the first lesson's default program, on a fresh
// database each time.
func BenchmarkDefaultProgram(b *testing.B) {
	h := newLessonHost(b)
	p := lessons.All[0].Default()
	request := runRequest(&p)
	for b.Loop() {
		if _, err := h.Call(context.Background(), request); err != nil {
			b.Fatal(err)
		}
	}
}
