// The HTTP headers of the site, for serve and for hosts that read _headers.

package web

import (
	"path"
	"regexp"
	"strings"
)

// policy is the Content Security Policy that every page works under. Embeds
// bring no policy: the page they are in has its own.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"

// headers go with every file: other sites may embed all of them.
var headers = [][2]string{
	{"Access-Control-Allow-Origin", "*"},
	{"Content-Security-Policy", policy},
	{"Cross-Origin-Resource-Policy", "cross-origin"},
	{"X-Content-Type-Options", "nosniff"},
}

// What browsers may keep: a file with a hash in its name for a year, which is
// as long as HTTP goes; any other only if they ask each time whether it is
// still the same.
const (
	immutable  = "public, max-age=31536000, immutable"
	revalidate = "no-cache"
)

// types are the content types of the site's files, by extension. Those of the
// machine are not asked: they differ, and a .wasm of another type won't start.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".ts":   "text/plain; charset=utf-8", // declarations, to read
	".txt":  "text/plain; charset=utf-8",
	".wasm": "application/wasm",
}

// hashed matches the paths of files whose name changes with their content.
var hashed = regexp.MustCompile(`^assets/[^/]*-[0-9A-Z]{8}\.[a-z]+$`)

// contentType returns the type of the file of that name.
func contentType(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

// cacheControl returns the header for the file of that path.
func cacheControl(name string) string {
	if hashed.MatchString(name) {
		return immutable
	}
	return revalidate
}

// headersFile is the headers as Netlify and Cloudflare Pages read them. Where
// two rules match a path both add their values, so Cache-Control is named for
// assets alone; for the rest both hosts revalidate on their own.
func headersFile() []byte {
	var b strings.Builder
	b.WriteString("/*\n")
	for _, h := range headers {
		b.WriteString("  " + h[0] + ": " + h[1] + "\n")
	}
	b.WriteString("/assets/*\n  Cache-Control: " + immutable + "\n")
	return []byte(b.String())
}
