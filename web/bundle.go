// Bundles the TypeScript and the styles with esbuild.

package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	// entryName is the one script of the site whose address never changes.
	entryName = "lease-playground.js"
	// sqliteWASM is SQLite's own build, as npm installs it.
	sqliteWASM    = "node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm"
	sqlitePackage = "node_modules/@sqlite.org/"
	hashedName    = "assets/[name]-[hash]"
)

// bundled is what esbuild made.
type bundled struct {
	files    []file
	style    string   // path of the pages' style sheet
	icon     string   // path of the icon
	scripts  []string // paths of the scripts, the entry first
	wasm     []string // paths of the .wasm files
	packages []string // names of the npm packages whose code is in it
	legal    []byte   // the license comments of the scripts
}

// metafile is the part of esbuild's metafile that is read here.
type metafile struct {
	Outputs map[string]struct {
		Bytes      int
		EntryPoint string
		Imports    []struct{ Path, Kind string }
		Inputs     map[string]struct{ BytesInOutput int }
	}
}

// bundle makes the scripts, styles and WebAssembly files of the site.
func bundle(root string, lesson []byte) (*bundled, error) {
	sqlite, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(sqliteWASM)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: run `npm ci` in %s first", sqliteWASM, root)
	} else if err != nil {
		return nil, err
	}
	options := api.BuildOptions{
		AbsWorkingDir:       root,
		EntryPointsAdvanced: []api.EntryPoint{{InputPath: "web/lease-playground.ts", OutputPath: strings.TrimSuffix(entryName, ".js")}},
		EntryNames:          "[name]",
		ChunkNames:          hashedName,
		AssetNames:          hashedName,
		Splitting:           true,
		JSX:                 api.JSXAutomatic,
		JSXImportSource:     "preact",
		Define: map[string]string{
			"LESSON_WASM_BYTES": strconv.Itoa(len(lesson)),
			"SQLITE_WASM_BYTES": strconv.Itoa(len(sqlite)),
		},
		Loader:  map[string]api.Loader{".wasm": api.LoaderFile},
		Plugins: []api.Plugin{lessonModule(lesson), styleText},
	}
	b := &bundled{}
	meta, err := b.esbuild(options)
	if err != nil {
		return nil, err
	}
	b.scripts = meta.scripts()
	for _, f := range b.files {
		if strings.HasSuffix(f.path, ".wasm") {
			b.wasm = append(b.wasm, f.path)
		}
	}
	b.packages = meta.packages()

	first := len(b.files)
	if _, err := b.esbuild(api.BuildOptions{
		AbsWorkingDir: root,
		EntryPoints:   []string{"web/site.css"},
		EntryNames:    hashedName,
		AssetNames:    hashedName,
	}); err != nil {
		return nil, err
	}
	b.style = b.files[first].path
	first = len(b.files)
	if _, err := b.esbuild(api.BuildOptions{
		AbsWorkingDir: root,
		EntryPoints:   []string{"web/icon.svg"},
		EntryNames:    hashedName,
		Loader:        map[string]api.Loader{".svg": api.LoaderCopy},
	}); err != nil {
		return nil, err
	}
	b.icon = b.files[first].path
	return b, nil
}

// esbuild runs esbuild with what all of its runs have in common and keeps the
// files it makes.
func (b *bundled) esbuild(o api.BuildOptions) (*metafile, error) {
	o.Outdir = filepath.Join(o.AbsWorkingDir, "dist") // only names come from it: nothing is written
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
	var meta metafile
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, fmt.Errorf("esbuild's metafile: %w", err)
	}
	for _, f := range result.OutputFiles {
		path, err := filepath.Rel(o.Outdir, f.Path)
		if err != nil {
			return nil, err
		}
		path = filepath.ToSlash(path)
		if strings.HasSuffix(path, ".LEGAL.txt") {
			b.legal = append(b.legal, f.Contents...)
			continue
		}
		b.files = append(b.files, file{path: path, bytes: f.Contents, theirs: meta.theirs("dist/" + path)})
	}
	return &meta, nil
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

// lessonModule resolves 'lesson.wasm' to the one just compiled.
func lessonModule(lesson []byte) api.Plugin {
	return api.Plugin{Name: "lesson.wasm", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^lesson\.wasm$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: "lesson.wasm", Namespace: "compiled"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `^lesson\.wasm$`, Namespace: "compiled"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text := string(lesson)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderFile}, nil
		})
	}}
}

// styleText makes a style sheet that a script imports a string, minified, for
// style sheets made by scripts: those are allowed where inline styles are not.
var styleText = api.Plugin{Name: "style text", Setup: func(b api.PluginBuild) {
	b.OnLoad(api.OnLoadOptions{Filter: `\.css$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		source, err := os.ReadFile(args.Path)
		if err != nil {
			return api.OnLoadResult{}, err
		}
		result := api.Transform(string(source), api.TransformOptions{
			Loader: api.LoaderCSS, Sourcefile: args.Path, Target: api.ES2022, Charset: api.CharsetUTF8,
			MinifyIdentifiers: false, MinifySyntax: true, MinifyWhitespace: true, LogLevel: api.LogLevelSilent,
		})
		text := string(result.Code)
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderText, Errors: result.Errors, Warnings: result.Warnings}, nil
	})
}}
