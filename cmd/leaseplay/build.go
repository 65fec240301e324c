// The command build: writes the site.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"golang.org/x/term"

	"leaseplay/web"
)

func cmdBuild(ctx context.Context, args []string, std streams) int {
	f := flags("build")
	out := f.String("out", "", "the `DIR` to write; a site that an earlier build wrote there is replaced")
	tags := f.StringSlice("wasm-tags", nil, "build tags of lesson.wasm")
	f.Lookup("wasm-tags").Hidden = true // for the tests: leaseplay_test adds a request that crashes
	if code, done := parse(f, args, std); done {
		return code
	}
	switch {
	case f.NArg() > 0:
		return usage(std, "build", fmt.Errorf("%q: build takes flags only", f.Arg(0)))
	case *out == "":
		return usage(std, "build", errors.New("--out DIR is missing: it names the folder to write"))
	}
	root, err := checkout()
	if err != nil {
		return fail(std, "build", err)
	}
	progress, done := progressLine(std)
	err = web.Build(ctx, web.Options{Root: root, Out: *out, Tags: *tags, Progress: progress})
	done()
	switch {
	case errors.Is(err, web.ErrNotASite):
		return usage(std, "build", fmt.Errorf("--out %w", err))
	case errors.Is(err, context.Canceled):
		return fail(std, "build", errors.New("interrupted; what was there is unchanged"))
	case err != nil:
		return fail(std, "build", err)
	}
	return exitOK
}

var moduleLine = regexp.MustCompile(`(?m)^module leaseplay$`)

// checkout returns the folder of Leaseplay's go.mod at or above the current
// one.
func checkout() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && moduleLine.Match(text) {
			return dir, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is not inside a checkout of Leaseplay, from which the site is built", here)
		}
	}
}

// progressLine shows what is being done in one line of the terminal that
// std.err is; where it is none, nothing is shown. done clears the line.
func progressLine(std streams) (progress func(string), done func()) {
	file, ok := std.err.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil, func() {}
	}
	const clear = "\r\x1b[K"
	return func(step string) { fmt.Fprint(file, clear+step+" …") }, func() { fmt.Fprint(file, clear) }
}
