// Immutable copies of what has no hash in its name, and digests of what has.

package web

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// integrity is what integrity.json says, for authors who pin one version.
type integrity struct {
	Entry string `json:"entry"` // the immutable copy of the entry script
	// Integrity are the digests of all scripts that it may load, itself too, as
	// an import map has them.
	Integrity map[string]string `json:"integrity"`
}

// pinned returns an immutable copy of the entry script and integrity.json.
func pinned(files []file) ([]file, error) {
	all := integrity{Integrity: map[string]string{}}
	var entry file
	for _, f := range files {
		if !strings.HasSuffix(f.path, ".js") {
			continue
		}
		if f.path == entryName {
			// From inside of assets, what it loads is beside it.
			text := bytes.ReplaceAll(f.bytes, []byte(`"./assets/`), []byte(`"./`))
			sum := sha256.Sum256(text)
			hash := base32.StdEncoding.EncodeToString(sum[:])[:8]
			entry = file{path: "assets/" + strings.TrimSuffix(entryName, ".js") + "-" + hash + ".js", bytes: text}
			f = entry
		} else if bytes.Contains(f.bytes, []byte(`"../`+entryName+`"`)) {
			return nil, fmt.Errorf("bundling: %s imports the entry, which must stay free to change its name", f.path)
		}
		if !strings.HasPrefix(f.path, "assets/frame-") { // of frames only, and never loaded by the entry
			sum := sha512.Sum384(f.bytes)
			all.Integrity[f.path] = "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
		}
	}
	all.Entry = entry.path
	text, err := json.MarshalIndent(all, "", "  ")
	return []file{entry, {path: "integrity.json", bytes: append(text, '\n')}}, err
}
