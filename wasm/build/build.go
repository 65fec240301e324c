// Package build compiles lesson.wasm with the go tool, for the site, for the
// command's own use and for tests: nobody keeps a built one in the repository.
package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// What keeps the go tool from compiling lesson.wasm here.
var (
	// ErrNoGo means that there is no go tool on the PATH.
	ErrNoGo = errors.New("the go tool is not on the PATH: install Go (https://go.dev/dl/), or name a compiled lesson.wasm")
	// ErrNotInModule means that the folder is not inside Leaseplay's source.
	ErrNotInModule = errors.New("lesson.wasm is compiled from Leaseplay's source: run this inside a checkout of it, or name a compiled lesson.wasm")
)

// module is this module's path in go.mod.
const module = "leaseplay"

// flags make the smallest lesson.wasm that the go tool can make, and the same
// one wherever it is built. Inlining is off (-l): without it the download is
// 6 % smaller, and nearly all of a renewal's time is SQLite's anyway.
var flags = []string{"-trimpath", "-buildvcs=false", "-buildmode=c-shared", "-gcflags=all=-l", "-ldflags=-s -w -buildid="}

// experiment is the GOEXPERIMENT to compile with. Go 1.26's new collector makes
// the download 2 % larger for a heap of a few hundred kilobytes; the one before
// it is still there, but may not be in later versions.
func experiment(goVersion string) string {
	if strings.HasPrefix(goVersion, "go1.26") {
		return "nogreenteagc"
	}
	return ""
}

// Lesson compiles lesson.wasm from the module around the current folder into
// the file out, which it replaces. Each tag is a build tag, such as
// leaseplay_test, which adds what only tests may ask for.
//
// The error is ErrNoGo, ErrNotInModule, the context's, or the compiler's with
// its messages.
func Lesson(ctx context.Context, out string, tags ...string) error {
	return LessonIn(ctx, ".", out, tags...)
}

// LessonIn is Lesson for the module around the folder dir.
func LessonIn(ctx context.Context, dir, out string, tags ...string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := link(ctx, dir, out, tags...); err != nil {
		return err
	}
	linked, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	joined, err := joinData(linked)
	if err != nil {
		return fmt.Errorf("lesson.wasm as the go tool made it: %w", err)
	}
	return os.WriteFile(out, joined, 0o666)
}

// link has the go tool compile and link lesson.wasm into the file out, whose
// path is absolute.
func link(ctx context.Context, dir, out string, tags ...string) error {
	modules, err := goTool(ctx, dir, []string{"list", "-m", "-f", "{{.Path}}={{.Dir}}"})
	if errors.Is(err, ErrNoGo) || ctx.Err() != nil {
		return err
	}
	root := ""
	for line := range strings.Lines(modules) {
		if path, dir, _ := strings.Cut(strings.TrimSpace(line), "="); path == module {
			root = dir
		}
	}
	if err != nil || root == "" {
		return ErrNotInModule
	}
	if err := look(root); err != nil {
		return err
	}
	version, err := goTool(ctx, dir, []string{"env", "GOVERSION"})
	if err != nil {
		return err
	}
	args := append([]string{"build", "-o", out}, flags...)
	if len(tags) > 0 {
		args = append(args, "-tags="+strings.Join(tags, ","))
	}
	if _, err := goTool(ctx, dir, append(args, module+"/wasm"), "GOEXPERIMENT="+experiment(version)); err != nil {
		return fmt.Errorf("compile lesson.wasm: %w", err)
	}
	return nil
}

// look opens the folders of the sources that are only in lesson.wasm. Nothing is
// made of what is in there: it is for go test, which takes a test that passed
// for passed until a file or folder changes that the test itself has opened,
// and doesn't know what the compiler opens for it.
func look(root string) error {
	for _, dir := range []string{"wasm", "lesson/sqlite"} {
		if _, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir))); err != nil {
			return ErrNotInModule
		}
	}
	return nil
}

// Cached compiles lesson.wasm into the user's cache folder and returns its
// bytes. It always asks the go tool, whose own cache makes that quick where
// nothing has changed. Errors are Lesson's, and those of writing the file.
func Cached(ctx context.Context) ([]byte, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, module)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	// A name of its own while it is written, so that commands running at the
	// same time never read half a file.
	f, err := os.CreateTemp(dir, "lesson-*.wasm")
	if err != nil {
		return nil, err
	}
	f.Close()
	defer os.Remove(f.Name())
	if err := Lesson(ctx, f.Name()); err != nil {
		return nil, err
	}
	return os.ReadFile(f.Name())
}

// goTool runs the go tool for WebAssembly and returns what it printed.
func goTool(ctx context.Context, dir string, args []string, env ...string) (string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", ErrNoGo
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWASM="), env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if said := strings.TrimSpace(stderr.String()); said != "" {
			return "", fmt.Errorf("%w\n%s", err, said)
		}
		return "", err
	}
	return stdout.String(), nil
}
