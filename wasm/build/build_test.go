// Compiles lesson.wasm, and tries where it can't be.

package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestLesson(t *testing.T) {
	dir := t.TempDir()
	compile := func(name string, tags ...string) []byte {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := Lesson(t.Context(), path, tags...); err != nil {
			t.Fatal(err)
		}
		module, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return module
	}
	shipped := compile("shipped.wasm")
	if !bytes.HasPrefix(shipped, []byte("\x00asm\x01\x00\x00\x00")) {
		t.Errorf("not a WebAssembly module: it begins with % x", shipped[:8])
	}
	cached, err := Cached(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(shipped, cached) {
		t.Error("compiled twice, the modules differ")
	}
	asked := []byte("a test asked for a panic")
	if bytes.Contains(shipped, asked) {
		t.Error("what only tests may ask for is in the module without the tag")
	}
	if !bytes.Contains(compile("test.wasm", "leaseplay_test"), asked) {
		t.Error("the tag leaseplay_test changes nothing")
	}
}

func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "lesson.wasm")
	if err := LessonIn(t.Context(), dir, out); !errors.Is(err, ErrNotInModule) {
		t.Errorf("outside of any module: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/other\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := LessonIn(t.Context(), dir, out); !errors.Is(err, ErrNotInModule) {
		t.Errorf("in another module: %v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was written: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Lesson(ctx, out); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	t.Setenv("PATH", dir)
	if err := Lesson(t.Context(), out); !errors.Is(err, ErrNoGo) {
		t.Errorf("without a go tool: %v", err)
	}
}
