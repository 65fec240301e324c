// Answers requests for the files of a folder.

package web

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Handler serves the files of a folder as a host of the site would: compressed
// where the browser takes it, hashed files for good, and open to other sites.
// It looks at the folder anew for each request, so a build may replace it.
// Nothing outside of it is served, nor files whose names begin with a dot or
// an underscore, nor the compressed copies under their own names.
func Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			send(w, r, http.StatusMethodNotAllowed, "text/plain; charset=utf-8", []byte("only GET and HEAD are answered here\n"))
			return
		}
		serveFile(w, r, dir)
	})
}

func serveFile(w http.ResponseWriter, r *http.Request, dir string) {
	// os.Root refuses whatever leads out of the folder, links included.
	root, err := os.OpenRoot(dir)
	if err != nil {
		unreadable(w, r, err)
		return
	}
	defer root.Close()
	name, ok := fileName(r.URL.Path)
	if !ok {
		notFound(w, r, root)
		return
	}
	encoding, body, err := read(root, name, r.Header.Get("Accept-Encoding"))
	switch {
	case err == nil:
	case isFolder(root, name) && fileExists(root, name+"/index.html"):
		// Relative, so that it holds under any base path.
		w.Header().Set("Location", "./"+path.Base(name)+"/")
		w.WriteHeader(http.StatusMovedPermanently)
		return
	case errors.Is(err, fs.ErrPermission):
		unreadable(w, r, err)
		return
	default:
		notFound(w, r, root)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", cacheControl(name))
	h.Set("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	// The hash is of the bytes as sent, so each encoding has its own.
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	send(w, r, http.StatusOK, contentType(name), body)
}

// fileName returns the file that a path of a URL asks for, from the folder;
// not ok if there is none that may be asked for.
func fileName(urlPath string) (name string, ok bool) {
	if !strings.HasPrefix(urlPath, "/") || strings.ContainsAny(urlPath, "\\\x00") {
		return "", false
	}
	name = urlPath[1:]
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if !fs.ValidPath(name) { // dots, doubled slashes
		return "", false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part[0] == '.' || part[0] == '_' {
			return "", false
		}
	}
	ext := path.Ext(name)
	return name, ext != ".br" && ext != ".gz"
}

// read returns the file in the encoding that suits the browser best.
func read(root *os.Root, name, accept string) (encoding string, body []byte, err error) {
	if !fileExists(root, name) {
		return "", nil, fs.ErrNotExist
	}
	for _, e := range acceptedEncodings(accept) {
		body, err := readFile(root, name+map[string]string{"br": ".br", "gzip": ".gz"}[e])
		if err == nil {
			return e, body, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err
		}
	}
	body, err = readFile(root, name)
	return "", body, err
}

// acceptedEncodings returns those of br and gzip that an Accept-Encoding
// header allows, the preferred one first.
func acceptedEncodings(accept string) []string {
	quality := map[string]float64{}
	for item := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		q := 1.0
		for param := range strings.SplitSeq(params, ";") {
			if key, value, ok := strings.Cut(param, "="); ok && strings.EqualFold(strings.TrimSpace(key), "q") {
				var err error
				if q, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil {
					q = 0 // what can't be read is not relied on
				}
			}
		}
		quality[name] = q
	}
	of := func(name string) float64 {
		if q, ok := quality[name]; ok {
			return q
		}
		return quality["*"]
	}
	var names []string
	for _, name := range []string{"br", "gzip"} {
		if of(name) > 0 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		switch qa, qb := of(a), of(b); {
		case qa > qb:
			return -1
		case qa < qb:
			return 1
		}
		return 0
	})
	return names
}

// matches reports whether an If-None-Match header names the tag. The
// comparison is the weak one, as for every GET.
func matches(header, tag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimSpace(item)
		if item == "*" || strings.TrimPrefix(item, "W/") == tag {
			return true
		}
	}
	return false
}

func readFile(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

func fileExists(root *os.Root, name string) bool {
	info, err := root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(root *os.Root, name string) bool {
	info, err := root.Stat(name)
	return err == nil && info.IsDir()
}

// notFound sends the site's own page, or a line where it has none.
func notFound(w http.ResponseWriter, r *http.Request, root *os.Root) {
	w.Header().Set("Cache-Control", revalidate)
	if body, err := readFile(root, "404.html"); err == nil && !strings.HasPrefix(r.URL.Path, "/assets/") {
		send(w, r, http.StatusNotFound, types[".html"], body)
		return
	}
	send(w, r, http.StatusNotFound, types[".txt"], []byte("there is no such file\n"))
}

func unreadable(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	send(w, r, http.StatusInternalServerError, types[".txt"], []byte("the server can't read its files: "+err.Error()+"\n"))
}

func send(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // an error means that the browser has gone
	}
}
