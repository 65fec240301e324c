// Tests what is left out of SQLite's script, and that nothing is where the
// script is another one.

package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sqliteSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(sqliteScript)))
	if err != nil {
		t.Fatal(err) // `npm ci` makes it
	}
	return string(source)
}

func TestRuntimeOnly(t *testing.T) {
	script := sqliteSource(t)
	runtime, version, err := runtimeOnly(script)
	if err != nil {
		t.Fatal(err)
	}
	if version != "3054001" {
		t.Errorf("version %s", version)
	}
	// Every line that is left is the script's, in its order, but for the last.
	lines := strings.SplitAfter(script, "\n")
	for _, line := range strings.SplitAfter(strings.TrimSuffix(runtime, "export { sqlite3InitModule$1 as default };\n"), "\n") {
		for line != "" && len(lines) > 0 && lines[0] != line {
			lines = lines[1:]
		}
		if len(lines) == 0 {
			t.Fatalf("%q is not the script's, or not in its place", line)
		}
	}
	for _, kept := range []string{"@preserve", "var MEMFS = ", "function assignWasmExports(", "instantiateWasm"} {
		if !strings.Contains(runtime, kept) {
			t.Errorf("%s is cut, too", kept)
		}
	}
	for _, gone := range []string{"kvvfs", "opfs", "oo1", "localStorage", "Worker1", "console.warn"} {
		if strings.Contains(strings.ReplaceAll(runtime, `wasmExports["sqlite3__wasm_kvvfs`, ""), gone) {
			t.Errorf("%s is still there", gone)
		}
	}
}

// TestRuntimeOnlyOfAnother changes the script as an upgrade might.
func TestRuntimeOnlyOfAnother(t *testing.T) {
	script := sqliteSource(t)
	for name, change := range map[string][2]string{
		"another function":             {"async function sqlite3InitModule$1(", "async function init("},
		"another name of the API":      {"runSQLite3PostLoadInit = async", "postLoad = async"},
		"another end of the API":       {"if (runtimeInitialized) moduleRtn", "if (initialized) moduleRtn"},
		"another result":               {"return moduleRtn;", "return Module;"},
		"no version":                   {"** SQLITE_VERSION_NUMBER ", "** SQLITE_VERSION: "},
		"a function before":            {"async function sqlite3InitModule$1(", "function other() {\n}\nasync function sqlite3InitModule$1("},
		"the runtime uses an export":   {"var out = console.log", "var at = Module[\"_malloc\"](1);\n\tvar out = console.log"},
		"the runtime has the API's":    {"var out = console.log", "globalThis.sqlite3 = 1;\n\tvar out = console.log"},
		"no exports for the API":       {"\t\tModule[\"_", "\t\tAPI[\"_"},
		"two runtimes":                 {"var out = console.log", "Module.runSQLite3PostLoadInit = async function() {};\n\tvar out = console.log"},
		"exports are there in one way": {"wasmExports[\"sqlite3_step\"];\n", "wasmExports[\"sqlite3_step\"] ?? null;\n"},
	} {
		changed := strings.ReplaceAll(script, change[0], change[1])
		if changed == script {
			t.Errorf("%s: %q is not in the script", name, change[0])
		} else if _, _, err := runtimeOnly(changed); err == nil {
			t.Errorf("%s: nothing was wrong", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}
