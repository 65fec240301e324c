// What esbuild's metafile tells of a bundle.

package web

import (
	"slices"
	"strings"
)

// scripts returns the scripts in the order in which they are loaded: the entry
// and what it imports, then what is imported on demand.
func (m *metafile) scripts() []string {
	var names []string
	queue := []string{"dist/" + entryName}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		path := strings.TrimPrefix(name, "dist/")
		if slices.Contains(names, path) {
			continue
		}
		names = append(names, path)
		var late []string
		for _, i := range m.Outputs[name].Imports {
			switch i.Kind {
			case "import-statement":
				queue = append(queue, i.Path)
			case "dynamic-import":
				late = append(late, i.Path)
			}
		}
		queue = append(queue, late...)
	}
	return names
}

// theirs returns the share of an output that is SQLite's.
func (m *metafile) theirs(output string) float64 {
	theirs, all := 0, 0
	for path, input := range m.Outputs[output].Inputs {
		all += input.BytesInOutput
		if strings.Contains(path, sqlitePackage) {
			theirs += input.BytesInOutput
		}
	}
	if all == 0 {
		return 0
	}
	return float64(theirs) / float64(all)
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
