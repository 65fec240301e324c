// Collects the licenses of all that is part of the site.

package web

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// goLicense is the license of the Go runtime and library in lesson.wasm.
//
//go:embed go-license.txt
var goLicense []byte

// emscriptenLicense is for what the compiler put into SQLite's script and
// module; SQLite's package names it, without its text.
//
//go:embed emscripten-license.txt
var emscriptenLicense []byte

//go:embed apache-2.0.txt
var apache []byte

// licenseTexts are for packages that name their license and have no file of it.
var licenseTexts = map[string][]byte{"Apache-2.0": apache}

// licenses returns Leaseplay's license and those of the code of others.
func licenses(root string, b *bundled) ([]byte, error) {
	var out bytes.Buffer
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	section(&out, "Leaseplay", own)
	section(&out, "lesson.wasm: the Go runtime and standard library", goLicense)
	for _, name := range b.packages {
		dir := filepath.Join(root, "node_modules", filepath.FromSlash(name))
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			return nil, err
		}
		var about struct{ Version, License string }
		if err := json.Unmarshal(text, &about); err != nil {
			return nil, fmt.Errorf("%s/package.json: %w", name, err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		var full [][]byte
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			full = append(full, text)
		}
		if full == nil {
			text := licenseTexts[about.License]
			if text == nil {
				return nil, fmt.Errorf("%s has no license file, and there is no text of %q here", name, about.License)
			}
			full = [][]byte{text}
		}
		section(&out, name+" "+about.Version+" ("+about.License+")", bytes.Join(full, []byte("\n")))
	}
	if len(b.legal) == 0 {
		return nil, errors.New("bundling: the license in SQLite's script was not found")
	}
	section(&out, "Emscripten and musl, in "+sqliteName, emscriptenLicense)
	section(&out, "Comments in the scripts", b.legal)
	return out.Bytes(), nil
}

func section(out *bytes.Buffer, title string, text []byte) {
	if out.Len() > 0 {
		out.WriteString("\n\n")
	}
	fmt.Fprintf(out, "== %s\n", title)
	if text = bytes.TrimSpace(text); len(text) > 0 {
		fmt.Fprintf(out, "\n%s\n", text)
	}
}
