package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/wasm/build"
	"leaseplay/wasm/host"
)

// TestTrap has the real lesson.wasm panic, in a build that can be asked to, and
// sees the host answer the next request as if nothing had been.
func TestTrap(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lesson.wasm")
	if err := build.Lesson(t.Context(), file, "leaseplay_test"); err != nil {
		t.Fatal(err)
	}
	bin, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	databases := t.TempDir()
	h, err := host.New(t.Context(), bin, host.Options{TempDir: databases})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	var panics lesson.Writer
	panics.String("panic")
	for _, l := range lessons.All {
		p := l.Default()
		want, err := l.Run(&p)
		if err != nil {
			t.Fatal(err)
		}
		var run lesson.Writer
		run.String("run")
		run.Program(&p)
		response, err := h.Call(t.Context(), run.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		got := lesson.Reader{Bytes: response}
		if status, out := got.String(), got.Outcome(); status != "ok" || got.Bad || !slices.Equal(out.Lines, want.Lines) {
			t.Errorf("%s: %s %q, want %q", l.Name, status, out.Lines, want.Lines)
		}

		response, err = h.Call(t.Context(), panics.Bytes)
		var e *host.Error
		if !errors.As(err, &e) || e.Code != host.Trap {
			t.Fatalf("a panic answers %q, %v; want a trap", response, err)
		}
		if e.Message != "panic: a test asked for a panic" || !strings.Contains(e.Detail, "\ngoroutine ") {
			t.Errorf("the trap's message is %q, its detail\n%s", e.Message, e.Detail)
		}
		if left, err := os.ReadDir(databases); err != nil || len(left) > 0 {
			t.Errorf("after a panic there are %v, %v", left, err)
		}
	}
}
