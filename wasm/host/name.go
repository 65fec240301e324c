// The names of databases.

package host

import (
	"net/url"
	"strings"
)

// parseName reads a database's URI, which is file:/NAME?vfs=unix or
// file:/NAME?vfs=memdb and nothing else: what else SQLite knows in a URI would
// not mean the same in a browser. NAME is a file's name, percent-encoded where
// need be; it can't lead out of a folder on any system.
//
// https://sqlite.org/uri.html
func parseName(uri string) (name, vfs string, ok bool) {
	rest, found := strings.CutPrefix(uri, "file:/")
	if !found {
		return "", "", false
	}
	path, query, _ := strings.Cut(rest, "?")
	vfs, found = strings.CutPrefix(query, "vfs=")
	if !found || vfs != "unix" && vfs != "memdb" || strings.Contains(path, "#") {
		return "", "", false
	}
	name, err := url.PathUnescape(path)
	if err != nil || name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\:\x00") {
		return "", "", false
	}
	return name, vfs, true
}
