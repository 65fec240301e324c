// Package web builds the static site and serves it. The TypeScript beside it
// is bundled by esbuild; every page is HTML that Go writes, with the real
// output of the lesson's default program in it before any script runs.
package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"leaseplay/wasm/build"
)

// Options say what Build builds.
type Options struct {
	Root     string            // the checkout: the folder of go.mod and node_modules
	Out      string            // the folder to write; what an earlier Build wrote there is replaced
	Tags     []string          // build tags of lesson.wasm, such as leaseplay_test
	Progress func(step string) // hears of each step as it begins, if not nil
}

// ErrNotASite means that Out holds files that no Build wrote, which Build
// would have to delete.
var ErrNotASite = errors.New("holds files that are not a site built by leaseplay; name an empty or a new folder")

// Build writes the site. Where it fails, or ctx ends, what was in Out before
// is still there. Two builds of the same source are the same, byte for byte.
func Build(ctx context.Context, o Options) error {
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	out, err := destination(o.Out)
	if err != nil {
		return err
	}
	files, loads, err := site(ctx, o)
	if err != nil {
		return err
	}
	files, weighed, err := compress(ctx, files, o.Progress)
	if err != nil {
		return err
	}
	report, err := (&sizes{Files: weighed, Pages: loads}).file()
	if err != nil {
		return err
	}
	return replace(ctx, out, append(files, report))
}

// file is a file of the site.
type file struct {
	path  string // from the site's root, with slashes
	bytes []byte
	// sqlite is the part of it that is SQLite's own code, for measuring: nil,
	// all of the bytes, or the same code bundled alone.
	sqlite []byte
}

// site makes all files of the site, uncompressed, and says which of them the
// page of each lesson loads.
func site(ctx context.Context, o Options) (files []file, loads map[string][]string, err error) {
	o.Progress("compiling lesson.wasm")
	module, err := compile(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	o.Progress("bundling")
	b, err := bundle(o.Root, module)
	if err != nil {
		return nil, nil, err
	}
	o.Progress("writing the pages")
	all, err := articles()
	if err != nil {
		return nil, nil, err
	}
	html, err := pages(b, all)
	if err != nil {
		return nil, nil, err
	}
	pins, err := pinned(b.files)
	if err != nil {
		return nil, nil, err
	}
	manifest, err := customElements()
	if err != nil {
		return nil, nil, err
	}
	licenses, err := licenses(o.Root, b)
	if err != nil {
		return nil, nil, err
	}
	loads = map[string][]string{}
	for _, a := range all {
		if loads[a.Path], err = b.loads(a); err != nil {
			return nil, nil, err
		}
	}
	files = slices.Concat(b.files, html, pins, []file{
		manifest,
		{path: typesName, bytes: typesText},
		{path: "licenses.txt", bytes: licenses},
		{path: "_headers", bytes: headersFile()},
	})
	return files, loads, nil
}

// compile returns lesson.wasm.
func compile(ctx context.Context, o Options) ([]byte, error) {
	dir, err := os.MkdirTemp("", "leaseplay-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "lesson.wasm")
	if err := build.LessonIn(ctx, o.Root, name, o.Tags...); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// destination returns Out as the path of a folder that may be replaced.
func destination(name string) (string, error) {
	out, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	// A link stays and what it points to is replaced.
	if real, err := filepath.EvalSymlinks(out); err == nil {
		out = real
	}
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return out, nil
	case err != nil:
		return "", err
	}
	if _, err := os.Stat(filepath.Join(out, sizesName)); err != nil {
		return "", fmt.Errorf("%s %w", name, ErrNotASite)
	}
	return out, nil
}

// replace writes the files to a new folder beside out and puts it in out's
// place.
func replace(ctx context.Context, out string, files []file) (err error) {
	parent, name := filepath.Split(out)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(parent, "."+name+"-")
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, os.RemoveAll(temp))
	}()
	fresh, old := filepath.Join(temp, "new"), filepath.Join(temp, "old")
	for _, f := range files {
		path := filepath.Join(fresh, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.bytes, 0o666); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := os.Rename(out, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, out); err != nil {
		return errors.Join(err, os.Rename(old, out)) // back to what was there
	}
	return nil
}
