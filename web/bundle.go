// Bundles the scripts, the styles and the icon.

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

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

const (
	// entryName is the one script of the site whose address never changes.
	entryName   = "lease-playground.js"
	entrySource = "web/lease-playground.ts"
	// sqliteName is SQLite's own build in npm, of a script and a module.
	sqliteName   = "@sqlite.org/sqlite-wasm"
	sqliteWASM   = "node_modules/" + sqliteName + "/dist/sqlite3.wasm"
	sqliteScript = "node_modules/" + sqliteName + "/dist/index.mjs"
	hashedName   = "assets/[name]-[hash]"
)

// bundled is what esbuild made.
type bundled struct {
	files    []file
	style    string   // path of the pages' style sheet
	words    string   // path of what the page for authors adds to it
	icon     string   // path of the icon
	frame    string   // path of the script of pages for a frame
	early    []string // paths of the scripts that the first live output takes, the entry first
	meta     metafile // of the scripts
	packages []string // names of the npm packages whose code is in it
	legal    []byte   // the license comments of the scripts
}

// bundle makes the scripts, styles and WebAssembly files of the site.
func bundle(root string, module []byte) (*bundled, error) {
	sqlite, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(sqliteWASM)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: run `npm ci` in %s first", sqliteWASM, root)
	} else if err != nil {
		return nil, err
	}
	runtime, version, err := sqliteRuntime(root)
	if err != nil {
		return nil, err
	}
	scripts, err := esbuild(root, api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{{InputPath: entrySource, OutputPath: strings.TrimSuffix(entryName, ".js")}},
		EntryNames:          "[name]",
		Splitting:           true,
		JSX:                 api.JSXAutomatic,
		JSXImportSource:     "preact",
		Define: map[string]string{
			"LESSON_WASM_BYTES":     strconv.Itoa(len(module)),
			"SQLITE_WASM_BYTES":     strconv.Itoa(len(sqlite)),
			"SQLITE_SCRIPT_VERSION": version,
		},
		Loader:  map[string]api.Loader{".wasm": api.LoaderFile},
		Plugins: []api.Plugin{lessonModule(module), takeawayHeads, runtime, styleText},
	})
	if err != nil {
		return nil, err
	}
	fromAddress, err := json.Marshal(frameAttributes())
	if err != nil {
		return nil, err
	}
	rest, err := esbuild(root, api.BuildOptions{
		EntryPoints: []string{"web/site.css", "web/authors.css", "web/icon.svg", "web/frame.ts"}, EntryNames: hashedName,
		Loader: map[string]api.Loader{".svg": api.LoaderCopy},
		Define: map[string]string{"FRAME_ATTRIBUTES": string(fromAddress)},
	})
	if err != nil {
		return nil, err
	}
	early, err := scripts.meta.scripts(entrySource, "web/runtime.ts")
	if err != nil {
		return nil, err
	}
	b := &bundled{
		words:    rest.find("authors.css"),
		style:    rest.find("site.css"),
		icon:     rest.find("icon.svg"),
		frame:    rest.find("frame.ts"),
		early:    early,
		meta:     scripts.meta,
		packages: scripts.meta.packages(),
		legal:    scripts.legal,
	}
	if err := markSQLite(root, scripts, sqlite, runtime); err != nil {
		return nil, err
	}
	b.files = append(scripts.files, rest.files...)
	return b, nil
}

// markSQLite tells what of the files is SQLite's own. Its script is in one
// chunk with the little that starts it, so it is bundled once more, alone.
func markSQLite(root string, scripts *output, module []byte, runtime api.Plugin) error {
	alone, err := esbuild(root, api.BuildOptions{
		Plugins: []api.Plugin{runtime},
		Stdin:   &api.StdinOptions{Contents: "export { default } from '" + sqliteName + "'", ResolveDir: root},
	})
	if err != nil {
		return err
	}
	found := 0
	for i := range scripts.files {
		f := &scripts.files[i]
		switch {
		case scripts.meta.hasSQLite(f.path) && strings.HasSuffix(f.path, ".wasm"):
			f.sqlite = module
		case scripts.meta.hasSQLite(f.path):
			f.sqlite = alone.files[0].bytes
		default:
			continue
		}
		found++
	}
	if found != 2 {
		return fmt.Errorf("bundling: SQLite is in %d files instead of its script and its module", found)
	}
	return nil
}

// lessonModule resolves 'lesson.wasm' to the one just compiled.
func lessonModule(module []byte) api.Plugin {
	return api.Plugin{Name: "lesson.wasm", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^lesson\.wasm$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: "lesson.wasm", Namespace: "compiled"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `^lesson\.wasm$`, Namespace: "compiled"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text := string(module)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderFile}, nil
		})
	}}
}

// takeawayHeads makes 'takeaway.json' of what each lesson's take-aways begin
// with, by lesson, language and variant.
var takeawayHeads = api.Plugin{Name: "takeaway.json", Setup: func(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: `^takeaway\.json$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: "takeaway.json", Namespace: "made"}, nil
	})
	b.OnLoad(api.OnLoadOptions{Filter: `^takeaway\.json$`, Namespace: "made"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
		heads := map[string]map[string]map[string]string{}
		for _, l := range lessons.All {
			heads[l.Name] = map[string]map[string]string{}
			for _, language := range []string{lesson.Python, lesson.Go, lesson.SQL} {
				of := map[string]string{"": l.TakeawayHead(language, "")}
				for _, v := range l.Variants {
					of[v.Name] = l.TakeawayHead(language, v.Name)
				}
				heads[l.Name][language] = of
			}
		}
		text, err := json.Marshal(heads)
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJSON}, err
	})
}}

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
			MinifySyntax: true, MinifyWhitespace: true, LogLevel: api.LogLevelSilent,
		})
		text := string(result.Code)
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderText, Errors: result.Errors, Warnings: result.Warnings}, nil
	})
}}
