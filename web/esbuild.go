// Runs esbuild, and reads what its metafile tells of the result.

package web

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// output is what one run of esbuild made.
type output struct {
	files []file
	legal []byte // license comments
	meta  metafile
}

// metafile is the part of esbuild's metafile that is read here. Its paths are
// from the checkout; those of outputs are in a folder dist.
type metafile struct {
	Outputs map[string]struct {
		EntryPoint string // the source it begins with
		Imports    []struct{ Path, Kind string }
		Inputs     map[string]struct{ BytesInOutput int }
	}
}

const outdir = "dist"

// esbuild runs esbuild with what all of its runs have in common.
func esbuild(root string, o api.BuildOptions) (*output, error) {
	o.AbsWorkingDir = root
	o.Outdir = filepath.Join(root, outdir) // only for names: nothing is written
	o.ChunkNames, o.AssetNames = hashedName, hashedName
	o.Bundle = true
	o.Format = api.FormatESModule
	o.Target = api.ES2022
	o.Charset = api.CharsetUTF8
	o.LegalComments = api.LegalCommentsExternal // for licenses.txt
	o.MinifyIdentifiers, o.MinifySyntax, o.MinifyWhitespace = true, true, true
	o.Metafile = true
	o.LogLevel = api.LogLevelSilent
	result := api.Build(o)
	// A warning is a mistake somewhere in the source: none is left alone.
	if messages := append(result.Errors, result.Warnings...); len(messages) > 0 {
		return nil, &bundleError{messages}
	}
	out := &output{}
	if err := json.Unmarshal([]byte(result.Metafile), &out.meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	for _, f := range result.OutputFiles {
		path, err := filepath.Rel(o.Outdir, f.Path)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(path, ".LEGAL.txt") {
			out.legal = append(out.legal, f.Contents...)
			continue
		}
		out.files = append(out.files, file{path: filepath.ToSlash(path), bytes: f.Contents})
	}
	return out, nil
}

// find returns the path of the file that was made of that source.
func (o *output) find(source string) string {
	ext := path.Ext(source)
	begin := "assets/" + strings.TrimSuffix(source, ext) + "-"
	i := slices.IndexFunc(o.files, func(f file) bool {
		return strings.HasPrefix(f.path, begin) && path.Ext(f.path) == strings.Replace(ext, ".ts", ".js", 1)
	})
	return o.files[i].path
}

// bundleError is what esbuild found wrong.
type bundleError struct{ messages []api.Message }

func (e *bundleError) Error() string {
	var text []string
	for _, m := range e.messages {
		where := ""
		if m.Location != nil {
			where = fmt.Sprintf("%s:%d:%d: ", m.Location.File, m.Location.Line, m.Location.Column+1)
		}
		text = append(text, where+m.Text)
	}
	return "bundling: " + strings.Join(text, "\n")
}

// scripts returns the scripts that these sources are in, with all that those
// import, in the order of loading. What is imported on demand is not in it.
func (m *metafile) scripts(sources ...string) ([]string, error) {
	var names []string
	for _, source := range sources {
		found := len(names)
		for name, o := range m.Outputs {
			if o.EntryPoint == source {
				names = union(names, []string{name})
			}
		}
		if len(names) == found {
			return nil, fmt.Errorf("bundling: no script begins with %s", source)
		}
	}
	for i := 0; i < len(names); i++ {
		for _, imported := range m.Outputs[names[i]].Imports {
			if imported.Kind == "import-statement" {
				names = union(names, []string{imported.Path})
			}
		}
	}
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], outdir+"/")
	}
	return names, nil
}

// source returns the source with that prefix that is imported on demand, or "".
func (m *metafile) source(prefix string) string {
	for _, o := range m.Outputs {
		if strings.HasPrefix(o.EntryPoint, prefix) {
			return o.EntryPoint
		}
	}
	return ""
}

// union returns a, and after it those of b that are not in a.
func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// hasSQLite reports whether most of an output is SQLite's own code.
func (m *metafile) hasSQLite(path string) bool {
	theirs, all := 0, 0
	for input, part := range m.Outputs[outdir+"/"+path].Inputs {
		all += part.BytesInOutput
		if strings.Contains(input, "node_modules/"+sqliteName+"/") {
			theirs += part.BytesInOutput
		}
	}
	return 2*theirs > all
}

// packages returns the npm packages whose code is in the outputs.
func (m *metafile) packages() []string {
	var names []string
	for _, output := range m.Outputs {
		for path := range output.Inputs {
			_, inside, ok := strings.Cut(path, "node_modules/")
			if !ok {
				continue
			}
			parts := strings.Split(inside, "/")
			name := parts[0]
			if strings.HasPrefix(name, "@") {
				name += "/" + parts[1]
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
