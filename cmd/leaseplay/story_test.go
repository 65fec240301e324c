package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"leaseplay/wasm/build"
)

var update = flag.Bool("update", false, "write what the commands print into the stories")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"leaseplay": main})
}

// TestStories runs the stories in testdata/script: each tells what the command
// does with some command lines and files. $LESSON_WASM is a built lesson.wasm.
func TestStories(t *testing.T) {
	module := sync.OnceValues(func() (string, error) {
		bin, err := build.Cached(context.Background())
		if err != nil {
			return "", err
		}
		file := filepath.Join(t.TempDir(), "lesson.wasm")
		return file, os.WriteFile(file, bin, 0o600)
	})
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			file, err := module()
			env.Setenv("LESSON_WASM", file)
			env.Setenv("TMPDIR", env.WorkDir)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// exits runs a program and checks its exit code: exits 2 leaseplay run.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%v exits with %d; want %d", args[1:], got, want)
	}
}
