// Builds the site once and looks at what came of it.

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"

	"leaseplay/lesson/lessons"
)

var (
	distOnce sync.Once
	distDir  string
	distErr  error
)

// built returns the folder of the built site, which all tests share.
func built(t *testing.T) string {
	t.Helper()
	distOnce.Do(func() {
		dir, err := os.MkdirTemp("", "leaseplay-test-")
		if err != nil {
			distErr = err
			return
		}
		distDir = filepath.Join(dir, "dist")
		distErr = Build(context.Background(), Options{Root: root(t), Out: distDir})
	})
	if distErr != nil {
		t.Fatal(distErr) // says `npm ci` where node_modules is missing
	}
	return distDir
}

func TestMain(m *testing.M) {
	brotliQuality = 4
	code := m.Run()
	if distDir != "" {
		os.RemoveAll(filepath.Dir(distDir))
	}
	os.Exit(code)
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// siteFiles returns the files of the built site by path.
func siteFiles(t *testing.T) map[string][]byte {
	t.Helper()
	dir := built(t)
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestAgain makes everything a second time, from a copy of the sources in a
// folder of another name and depth, and compresses one file again for all.
// `scripts/endurance twice` does so with other processes and empty caches.
func TestAgain(t *testing.T) {
	files := siteFiles(t)
	elsewhere := filepath.Join(t.TempDir(), "some where", "else")
	for _, name := range []string{"lesson", "wasm", "web", "node_modules/" + sqliteName, "node_modules/preact"} {
		if err := os.CopyFS(filepath.Join(elsewhere, name), os.DirFS(filepath.Join(root(t), name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "package.json", "tsconfig.json", "LICENSE"} {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(elsewhere, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	again, _, err := site(t.Context(), Options{Root: elsewhere, Progress: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	if len(again) == 0 {
		t.Error("the second time there is no file")
	}
	for _, f := range again {
		if !bytes.Equal(f.bytes, files[f.path]) {
			t.Errorf("%s differs between two builds", f.path)
		}
		if f.path == entryName {
			br, gz, err := pack(f.bytes)
			if err != nil || !bytes.Equal(br, files[f.path+".br"]) || !bytes.Equal(gz, files[f.path+".gz"]) {
				t.Errorf("%s is compressed otherwise the second time (%v)", f.path, err)
			}
		}
	}
}

func TestCompressed(t *testing.T) {
	files := siteFiles(t)
	var sizes sizes
	if err := json.Unmarshal(files[sizesName], &sizes); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range sizes.Files {
		seen[s.Path] = true
		raw, br, gz := files[s.Path], files[s.Path+".br"], files[s.Path+".gz"]
		if s.Raw != len(raw) || s.Brotli != len(br) || s.Gzip != len(gz) || s.SQLite > s.Brotli {
			t.Errorf("%s weighs %+v; the files are of %d, %d and %d bytes", s.Path, s, len(raw), len(br), len(gz))
		}
		gr, err := gzip.NewReader(bytes.NewReader(gz))
		if err != nil {
			t.Fatalf("%s.gz: %v", s.Path, err)
		}
		if !gr.ModTime.IsZero() || gr.Name != "" {
			t.Errorf("%s.gz carries a time or a name, which two builds may not share", s.Path)
		}
		for ext, r := range map[string]io.Reader{".gz": gr, ".br": brotli.NewReader(bytes.NewReader(br))} {
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, raw) {
				t.Errorf("%s%s is another file (%v)", s.Path, ext, err)
			}
		}
	}
	for page, loads := range sizes.Pages {
		for _, path := range loads {
			if !seen[path] {
				t.Errorf("%s loads %s, which is not there", page, path)
			}
		}
	}
	for name := range files {
		bare := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
		if !seen[bare] && name != "_headers" && name != sizesName {
			t.Errorf("%s is not in %s", name, sizesName)
		}
		if strings.HasPrefix(name, "assets/") && !hashed.MatchString(bare) {
			t.Errorf("%s has no hash in its name", name)
		}
	}
}

var static = regexp.MustCompile(`(?s)<lease-playground lesson="(\w+)"[^>]*><pre>(.*?)</pre></lease-playground>`)

func TestOutput(t *testing.T) {
	files := siteFiles(t)
	for _, l := range lessons.All {
		p := l.Default()
		out, err := l.Run(&p)
		if err != nil {
			t.Fatal(err)
		}
		page := string(files[l.Name+".html"])
		m := static.FindStringSubmatch(page)
		if m == nil || m[1] != l.Name {
			t.Errorf("%s.html has no playground of its lesson with output as text", l.Name)
			continue
		}
		if got, want := html.UnescapeString(m[2]), strings.Join(out.Lines, "\n"); got != want {
			t.Errorf("%s.html says\n%s\nthe lesson prints\n%s", l.Name, got, want)
		}
		for _, v := range l.Variants {
			if !strings.Contains(page, "<h3>"+html.EscapeString(v.Title)+"</h3>") {
				t.Errorf("%s.html does not name the mistake %s", l.Name, v.Name)
			}
		}
		if !strings.Contains(string(files["index.html"]), `href="`+l.Name+`.html"`) {
			t.Errorf("index.html has no link to %s", l.Name)
		}
	}
	const want = "renewed: True\nstale token: False\nno extension: False\nat expiry: False\nstored expiry: 15"
	if m := static.FindStringSubmatch(string(files["renew.html"])); m == nil || m[2] != want {
		t.Errorf("renew.html: %q", m)
	}
}

var (
	link = regexp.MustCompile(`\b(?:href|src)="([^"]*)"`)
	id   = regexp.MustCompile(`\bid="([^"]*)"`)
)

// TestLinks follows every link of every page, as from a site in a folder.
func TestLinks(t *testing.T) {
	files := siteFiles(t)
	ids := func(name string) map[string]bool {
		found := map[string]bool{}
		for _, m := range id.FindAllSubmatch(files[name], -1) {
			if found[string(m[1])] {
				t.Errorf("%s has two elements with the id %s", name, m[1])
			}
			found[string(m[1])] = true
		}
		return found
	}
	base := &url.URL{Scheme: "https", Host: "example.com", Path: "/deep/er/"}
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		ids(name)
		at := base.JoinPath(name)
		for _, m := range link.FindAllSubmatch(text, -1) {
			ref, err := url.Parse(html.UnescapeString(string(m[1])))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if ref.Scheme == "data" {
				continue
			}
			if ref.IsAbs() || strings.HasPrefix(ref.Path, "/") {
				t.Errorf("%s: %s holds only where the site has an address of its own", name, ref)
				continue
			}
			target := strings.TrimPrefix(at.ResolveReference(ref).Path, base.Path)
			if files[target] == nil {
				t.Errorf("%s: there is no %s", name, ref)
			} else if ref.Fragment != "" && !ids(target)[ref.Fragment] {
				t.Errorf("%s: there is no id %s", name, ref)
			}
		}
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "dist")
	site := []file{{path: "a/b.txt", bytes: []byte("new")}, {path: sizesName, bytes: []byte("[]")}}
	if err := replace(t.Context(), out, site); err != nil {
		t.Fatal(err)
	}
	if _, err := destination(out); err != nil {
		t.Errorf("a site may be replaced: %v", err)
	}
	// A later site leaves nothing of the earlier one behind.
	if err := replace(t.Context(), out, site[1:]); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(out, "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file of the site before is still there (%v)", err)
	}

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := replace(cancelled, out, site); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	blocked := append([]file{{path: "a", bytes: nil}}, site...) // a is a file and a folder
	if err := replace(t.Context(), out, blocked); err == nil {
		t.Error("a file that can't be written went unnoticed")
	}
	if _, err := os.Stat(filepath.Join(out, sizesName)); err != nil {
		t.Errorf("the site before is gone: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left beside the site: %v", entries)
	}

	precious := filepath.Join(dir, "home")
	if err := os.MkdirAll(filepath.Join(precious, "letters"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Build(t.Context(), Options{Root: root(t), Out: precious}); !errors.Is(err, ErrNotASite) {
		t.Errorf("a folder with other files: %v", err)
	}
}

func TestNoNodeModules(t *testing.T) {
	_, err := bundle(t.TempDir(), nil)
	if err == nil || !strings.Contains(err.Error(), "npm ci") {
		t.Errorf("without node_modules: %v", err)
	}
}
