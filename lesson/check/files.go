//go:build !wasip1

// Finds, reads and writes files.

package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxFile is the length in bytes of the longest file that is checked.
const MaxFile = 16 << 20

// A UsageError is about a name that the files were asked for by.
type UsageError struct{ message string }

func (e *UsageError) Error() string { return e.message }

func wrongName(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// Find returns the files that names stand for: each a file, a folder with all
// HTML and Markdown in it and its folders, or a pattern as of filepath.Match.
// In folders, links to other folders, folders whose names begin with a dot and
// those called node_modules are passed over. A file comes once, by the first of
// its names. The error is a [*UsageError] where a name stands for nothing.
//
// Unread are the files of folders that have an element in them, but are pages
// in a format that can't be checked, such as MDX.
func Find(names []string) (files, unread []string, err error) {
	f := finder{seen: map[string]bool{}}
	for _, name := range names {
		if err := f.name(name); err != nil {
			return nil, nil, err
		}
	}
	return f.files, f.unread, nil
}

type finder struct {
	files  []string
	unread []string
	seen   map[string]bool // by path without links
}

// unreadable are the name extensions of what generators make pages of, other
// than HTML and Markdown. Scripts are not among them: they can be about the
// element without having one.
var unreadable = []string{".mdx", ".vue", ".svelte", ".astro", ".njk", ".liquid", ".hbs", ".ejs", ".erb", ".php", ".tmpl", ".adoc", ".rst", ".txt"}

func (f *finder) name(name string) error {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(name, `*?[`) {
		return f.pattern(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wrongName("%s: there is no such file or folder", name)
	case err != nil:
		return err
	case info.IsDir():
		n, err := f.folder(name)
		if err == nil && n == 0 {
			err = wrongName("%s: there is no HTML (.html, .htm, .xhtml) or Markdown (.md, .markdown) in this folder", name)
		}
		return err
	case !info.Mode().IsRegular():
		return wrongName("%s is neither a file nor a folder", name)
	case FormatOf(name) == 0:
		return wrongName("%s: by its name it is neither HTML (.html, .htm, .xhtml) nor Markdown (.md, .markdown)", name)
	}
	return f.add(name)
}

func (f *finder) pattern(pattern string) error {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return wrongName("%s: %v", pattern, err)
	}
	n := 0
	for _, m := range matches {
		if info, err := os.Stat(m); err != nil || info.Mode().IsRegular() && FormatOf(m) == 0 {
			continue
		}
		if err := f.name(m); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return wrongName("%s: no HTML or Markdown has a name like this", pattern)
	}
	return nil
}

// folder adds the files of a folder and returns how many there are.
func (f *finder) folder(root string) (n int, err error) {
	if resolved, err := filepath.EvalSymlinks(root); err == nil && resolved != filepath.Clean(root) && isLink(root) {
		root += string(filepath.Separator) // WalkDir does not enter a link
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		case FormatOf(path) == 0 && !slices.Contains(unreadable, strings.ToLower(filepath.Ext(path))):
			return nil
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() { // a link to nothing, a folder, a device
			return nil
		}
		if FormatOf(path) == 0 {
			if text, err := readFile(path); err == nil && mentions(text, "<"+Element) {
				f.unread = append(f.unread, filepath.Clean(path))
			}
			return nil
		}
		n++
		return f.add(path)
	})
	return n, err
}

func isLink(name string) bool {
	info, err := os.Lstat(filepath.Clean(name))
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func (f *finder) add(name string) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	if real, err = filepath.Abs(real); err != nil {
		return err
	}
	if !f.seen[real] {
		f.seen[real] = true
		f.files = append(f.files, filepath.Clean(name))
	}
	return nil
}

// readFile reads a file that is not too long.
func readFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer file.Close()
	var text bytes.Buffer
	if info, err := file.Stat(); err == nil && info.Size() <= MaxFile {
		text.Grow(int(info.Size()) + bytes.MinRead)
	}
	if _, err := text.ReadFrom(io.LimitReader(file, MaxFile+1)); err != nil {
		return nil, err
	}
	if text.Len() > MaxFile {
		return nil, fmt.Errorf("the file is longer than %d MB", MaxFile>>20)
	}
	return text.Bytes(), nil
}

// replace writes a file anew, all of it or nothing: a reader finds the old text
// or the new one. The mode stays, and a symbolic link stays one; so does the
// owner where that is allowed. Another hard link keeps the old text. The file
// has to be as it was read.
func replace(name string, old, text []byte) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0) // fails on a file that is not to be written
	if err != nil {
		return errors.Unwrap(err)
	}
	now, err := io.ReadAll(io.LimitReader(file, MaxFile+1))
	info, serr := file.Stat()
	file.Close()
	switch {
	case err != nil:
		return err
	case serr != nil:
		return serr
	case !bytes.Equal(now, old):
		return errors.New("the file has been changed by somebody else meanwhile")
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".leaseplay-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if _, err = temp.Write(text); err != nil {
		return err
	}
	if err = temp.Chmod(info.Mode().Perm()); err != nil {
		return err
	}
	keepOwner(temp, info)
	if err = temp.Sync(); err != nil {
		return err
	}
	if err = temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
