// What the server sends, what it keeps to itself, and how it starts and ends.

package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// folder makes a folder with a small site in it, and a file beside it.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"secret.txt":                       "secret",
		"dist/index.html":                  "home",
		"dist/404.html":                    "missing",
		"dist/page.html":                   "page",
		"dist/page.html.br":                "page in brotli",
		"dist/page.html.gz":                "page in gzip",
		"dist/only.txt.br":                 "no file but this",
		"dist/plain.txt":                   "plain",
		"dist/sub/index.html":              "sub",
		"dist/.env":                        "secret",
		"dist/_headers":                    "for hosts",
		"dist/assets/lesson-ABCD2345.wasm": "module",
		"dist/assets/lesson.wasm":          "module",
		"dist/script.js":                   "script",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../secret.txt", filepath.Join(dir, "dist", "link.txt")); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "dist")
}

// ask sends a request with headers in pairs. The path is taken as it stands.
func ask(h http.Handler, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = path
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(r *http.Response) string {
	body, _ := io.ReadAll(r.Body)
	return string(body)
}

func TestHandler(t *testing.T) {
	h := Handler(folder(t))
	for _, c := range []struct {
		path   string
		status int
		typ    string
		cache  string
		body   string
	}{
		{"/", 200, "text/html; charset=utf-8", "no-cache", "home"},
		{"/index.html", 200, "text/html; charset=utf-8", "no-cache", "home"},
		{"/sub/", 200, "text/html; charset=utf-8", "no-cache", "sub"},
		{"/script.js", 200, "text/javascript; charset=utf-8", "no-cache", "script"},
		{"/assets/lesson-ABCD2345.wasm", 200, "application/wasm", immutable, "module"},
		{"/assets/lesson.wasm", 200, "application/wasm", "no-cache", "module"},
		{"/none", 404, "text/html; charset=utf-8", "no-cache", "missing"},
		{"/assets/none.js", 404, "text/plain; charset=utf-8", "no-cache", "there is no such file\n"},
		{"/page.html/", 404, "text/html; charset=utf-8", "no-cache", "missing"},
		{"/assets/", 404, "text/plain; charset=utf-8", "no-cache", "there is no such file\n"},
	} {
		r := ask(h, "GET", c.path)
		if got := text(r); r.StatusCode != c.status || got != c.body {
			t.Errorf("%s: %d %q; want %d %q", c.path, r.StatusCode, got, c.status, c.body)
		}
		for name, want := range map[string]string{
			"Content-Type": c.typ, "Cache-Control": c.cache,
			"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": policy,
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q; want %q", c.path, name, got, want)
			}
		}
	}
	if r := ask(h, "GET", "/sub"); r.StatusCode != 301 || r.Header.Get("Location") != "./sub/" {
		t.Errorf("/sub: %d to %q", r.StatusCode, r.Header.Get("Location"))
	}
	if r := ask(h, "HEAD", "/plain.txt"); r.StatusCode != 200 || text(r) != "" || r.Header.Get("Content-Length") != "5" {
		t.Errorf("HEAD: %d, %s bytes announced", r.StatusCode, r.Header.Get("Content-Length"))
	}
	if r := ask(h, "POST", "/plain.txt"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q", r.StatusCode, r.Header.Get("Allow"))
	}
}

func TestPrivate(t *testing.T) {
	h := Handler(folder(t))
	for _, path := range []string{
		"/../secret.txt", "/sub/../../secret.txt", "/..", "/.", "//secret.txt", "/sub//index.html", "/./index.html",
		`/..\secret.txt`, "/link.txt", "/.env", "/_headers", "/page.html.br", "/page.html.gz", "/only.txt", "/only.txt.br",
		"/index.html\x00", "", "secret.txt",
	} {
		if r := ask(h, "GET", path); r.StatusCode != 404 {
			t.Errorf("%q: %d %q", path, r.StatusCode, text(r))
		}
	}
}

func TestNegotiation(t *testing.T) {
	h := Handler(folder(t))
	for _, c := range []struct{ accept, encoding string }{
		{"", ""},
		{"identity", ""},
		{"gzip, deflate, br", "br"},
		{"gzip, deflate", "gzip"},
		{"GZIP", "gzip"},
		{"br;q=0, gzip", "gzip"},
		{"br;q=0.0,gzip;q=0", ""},
		{"br;q=0.5, gzip;q=0.8", "gzip"},
		{"br ; Q=1 , gzip", "br"},
		{"*", "br"},
		{"*;q=0", ""},
		{"*;q=0, gzip;q=0.1", "gzip"},
		{"br;q=much", ""},
		{"brotli, zstd", ""},
	} {
		r := ask(h, "GET", "/page.html", "Accept-Encoding", c.accept)
		want := map[string]string{"": "page", "br": "page in brotli", "gzip": "page in gzip"}[c.encoding]
		if got := r.Header.Get("Content-Encoding"); got != c.encoding || text(r) != want {
			t.Errorf("Accept-Encoding %q: %q", c.accept, got)
		}
		if r.Header.Get("Vary") != "Accept-Encoding" || r.Header.Get("Content-Type") != types[".html"] {
			t.Errorf("Accept-Encoding %q: Vary %q, Content-Type %q", c.accept, r.Header.Get("Vary"), r.Header.Get("Content-Type"))
		}
	}
	if r := ask(h, "GET", "/plain.txt", "Accept-Encoding", "br"); r.Header.Get("Content-Encoding") != "" || text(r) != "plain" {
		t.Error("a file without a compressed copy is not sent as it is")
	}
}

func TestRevalidation(t *testing.T) {
	dir := folder(t)
	h := Handler(dir)
	tag := func(header ...string) string { return ask(h, "GET", "/page.html", header...).Header.Get("ETag") }
	plain, br := tag(), tag("Accept-Encoding", "br")
	if !strings.HasPrefix(plain, `"`) || plain == br {
		t.Errorf("tags %s and %s: each encoding needs its own", plain, br)
	}
	for header, status := range map[string]int{plain: 304, "W/" + plain: 304, `"x", ` + plain: 304, "*": 304, br: 200, `"x"`: 200} {
		r := ask(h, "GET", "/page.html", "If-None-Match", header)
		if r.StatusCode != status || r.Header.Get("ETag") != plain || status == 304 && text(r) != "" {
			t.Errorf("If-None-Match %s: %d, ETag %s", header, r.StatusCode, r.Header.Get("ETag"))
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "page.html"), []byte("other"), 0o666); err != nil {
		t.Fatal(err)
	}
	if tag() == plain {
		t.Error("the tag stays when the file changes")
	}
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	address := make(chan string, 1)
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, folder(t), "127.0.0.1:0", func(url string) { address <- url }) }()
	var url string
	select {
	case url = <-address:
	case err := <-ended:
		t.Fatal(err)
	}
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(r); got != "home" {
		t.Errorf("%s: %q", url, got)
	}
	r.Body.Close()
	host := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	err = Serve(ctx, ".", host, func(string) { t.Error("listening on an address that is taken") })
	if !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a taken address: %v", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("stopped: %v", err)
	}
}
