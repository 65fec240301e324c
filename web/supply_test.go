// What the project is made of: few things, pinned, each with a reason and a license.

package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDependencies compares the README's table with go.mod and package.json: a
// new dependency has to be written down with what it is for.
func TestDependencies(t *testing.T) {
	there := map[string]bool{}
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	text, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err == nil {
		err = json.Unmarshal(text, &mod)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mod.Require {
		if !m.Indirect {
			there[m.Path] = true
		}
	}
	var manifest struct{ Dependencies, DevDependencies map[string]string }
	readJSON(t, "package.json", &manifest)
	exact := regexp.MustCompile(`^\d+\.\d+\.\d+(-[\w.]+)?$`)
	for _, dependencies := range []map[string]string{manifest.Dependencies, manifest.DevDependencies} {
		for name, version := range dependencies {
			there[name] = true
			if !exact.MatchString(version) {
				t.Errorf("package.json: %s is %q, not one version", name, version)
			}
		}
	}
	readme, err := os.ReadFile(filepath.Join(root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## Dependencies\n")
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+) \\|$").FindAllStringSubmatch(section, -1) {
		listed[row[1]] = true
	}
	if !maps.Equal(there, listed) {
		t.Errorf("go.mod and package.json have\n%s\nthe README's section Dependencies has\n%s",
			strings.Join(slices.Sorted(maps.Keys(there)), "\n"), strings.Join(slices.Sorted(maps.Keys(listed)), "\n"))
	}
}

// TestLock looks at what npm installs: everything has a hash, and nothing runs
// a script of its own.
func TestLock(t *testing.T) {
	var lock struct {
		Packages map[string]struct {
			Version, Integrity, Resolved string
			HasInstallScript             bool
		}
	}
	readJSON(t, "package-lock.json", &lock)
	if len(lock.Packages) < 3 {
		t.Fatalf("package-lock.json has %d packages", len(lock.Packages))
	}
	for name, p := range lock.Packages {
		if name != "" && !strings.HasPrefix(p.Integrity, "sha512-") || p.HasInstallScript || p.Resolved != "" {
			t.Errorf("package-lock.json: %s %+v", name, p)
		}
	}
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestLicenses insists on the whole license of everything that is shipped.
func TestLicenses(t *testing.T) {
	files := siteFiles(t)
	text := files["licenses.txt"]
	sections := map[string]string{}
	for _, part := range strings.Split("\n"+string(text), "\n== ")[1:] {
		title, body, _ := strings.Cut(part, "\n")
		sections[title] = strings.TrimSpace(body)
	}
	var manifest struct{ Dependencies map[string]string }
	readJSON(t, "package.json", &manifest)
	wanted := map[string]string{ // what the text has to say
		"Leaseplay": "Permission is hereby granted",
		"lesson.wasm: the Go runtime and standard library": "The Go Authors",
		"Emscripten and musl, in " + sqliteName:            "Rich Felker",
		"Comments in the scripts":                          "The author disclaims copyright",
	}
	for name, version := range manifest.Dependencies {
		var about struct{ License string }
		readJSON(t, filepath.Join("node_modules", name, "package.json"), &about)
		wanted[name+" "+version+" ("+about.License+")"] = map[string]string{"MIT": "Permission is hereby granted", "Apache-2.0": "END OF TERMS AND CONDITIONS"}[about.License]
	}
	for title, says := range wanted {
		if says == "" || !strings.Contains(sections[title], says) {
			t.Errorf("licenses.txt, %s: %q is not in %.100q", title, says, sections[title])
		}
		delete(sections, title)
	}
	for title := range sections {
		t.Errorf("licenses.txt has %s, which nothing says is shipped", title)
	}
	cmd := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "leaseplay/wasm")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	list, err := cmd.Output()
	if err != nil || len(list) == 0 {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(list)) {
		if !strings.HasPrefix(path, "leaseplay/") {
			t.Errorf("lesson.wasm has %s in it, which has no section", path)
		}
	}
	if !bytes.Contains(files["index.html"], []byte(`href="licenses.txt"`)) {
		t.Error("index.html does not lead to licenses.txt")
	}
}
