// Leaves out of SQLite's script what Leaseplay has no use for.

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// SQLite's script is two programs in one function: Emscripten's runtime with
// its file system in memory, which the module can't start without, and SQLite's
// JavaScript API on top: bindings of the C API, an object-oriented one, workers,
// virtual tables, VFSs that keep data in a browser's storage. Leaseplay's
// lessons call the module's exports themselves, so all of the second is dead
// weight, 45 of 58 kB compressed, but no bundler can know that: it hangs on the
// first by one call at the end. What is left is as it was, letter for letter.
//
// It does without a global of the page, too: only the API used some.
var (
	// apiBegins and apiEnds are around the function that makes the API; the
	// text of the second stays.
	apiBegins = "\n\tModule.runSQLite3PostLoadInit = async function("
	apiEnds   = "\n\tif (runtimeInitialized) moduleRtn = Module;\n"
	// runtimeEnds is the end of Emscripten's function. After it comes what
	// calls it and then the API.
	runtimeEnds = "\n\treturn moduleRtn;\n}\n"
	// runtimeName is Emscripten's function.
	runtimeName = "sqlite3InitModule$1"
	// apiExport is a line that hands one export of the module to the API,
	// under another name; there is one for nearly each export.
	apiExport = regexp.MustCompile(`(?m)^\t\tModule\["_\w+"\] = wasmExports\["\w+"\];\n`)
	// scriptVersion is in the script's head, as in sqlite3_libversion_number.
	scriptVersion = regexp.MustCompile(`(?m)^\*\* SQLITE_VERSION_NUMBER (\d{7})$`)
)

// runtimeOnly returns SQLite's script with Emscripten's runtime alone, whose
// function is then the default export, and the version of SQLite that it
// belongs to. The error says where the script is not built as expected: after
// an upgrade of the package somebody has to look, and nothing is cut by guess.
func runtimeOnly(script string) (runtime, version string, err error) {
	at := 0
	find := func(mark string) int {
		i := strings.Index(script, mark)
		switch {
		case err != nil:
		case strings.Count(script, mark) != 1:
			err = fmt.Errorf("%q is there %d times instead of once", mark, strings.Count(script, mark))
		case i < at:
			err = fmt.Errorf("%q is not where it was", mark)
		}
		at = i
		return i
	}
	function := find("\nasync function " + runtimeName + "(")
	begins, ends := find(apiBegins), find(apiEnds)
	after := find(runtimeEnds)
	if err != nil {
		return "", "", err
	}
	if i := strings.Index(script, "\n}\n"); i < function || i != after+len(runtimeEnds)-len("\n}\n") {
		return "", "", fmt.Errorf("%s is not the first function, or ends elsewhere", runtimeName)
	}
	found := scriptVersion.FindStringSubmatch(script[:function])
	if found == nil {
		return "", "", fmt.Errorf("no SQLITE_VERSION_NUMBER before %s", runtimeName)
	}
	runtime = script[:begins] + script[ends:after] + runtimeEnds
	if !apiExport.MatchString(runtime) {
		return "", "", fmt.Errorf("no export of the module is handed to the API")
	}
	runtime = apiExport.ReplaceAllString(runtime, "")
	// What would show that more than the API used what was cut.
	for _, left := range []string{`Module["_`, `Module._`, "sqlite3ApiBootstrap", "globalThis.sqlite3"} {
		if strings.Contains(runtime, left) {
			return "", "", fmt.Errorf("%s is still used", left)
		}
	}
	return runtime + "export { " + runtimeName + " as default };\n", found[1], nil
}

// sqliteRuntime makes the plugin that puts [runtimeOnly] in the place of
// SQLite's script, and returns the script's version of SQLite. It takes every
// script of the package, so that none gets by unseen.
func sqliteRuntime(root string) (plugin api.Plugin, version string, err error) {
	// Without symbolic links, as esbuild names files.
	path, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(sqliteScript)))
	if err != nil {
		return plugin, "", err
	}
	script, err := os.ReadFile(path)
	if err != nil {
		return plugin, "", err
	}
	runtime, version, err := runtimeOnly(string(script))
	if err != nil {
		return plugin, "", fmt.Errorf("%s is not as web/sqlitescript.go expects it: %w", sqliteScript, err)
	}
	plugin = api.Plugin{Name: "SQLite's runtime", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `[\\/]@sqlite\.org[\\/]sqlite-wasm[\\/].*\.m?js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			if args.Path != path {
				return api.OnLoadResult{}, fmt.Errorf("only %s is expected of %s", sqliteScript, sqliteName)
			}
			return api.OnLoadResult{Contents: &runtime, Loader: api.LoaderJS}, nil
		})
	}}
	return plugin, version, nil
}
