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
		section(&out, name+" "+about.Version+" ("+about.License+")", bytes.Join(full, []byte("\n")))
	}
	if len(b.legal) == 0 {
		return nil, errors.New("bundling: the license in SQLite's script was not found")
	}
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
