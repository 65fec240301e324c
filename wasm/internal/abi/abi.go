// Package abi writes down what a WebAssembly module imports and exports, as
// sorted plain text: wasm/abi.txt is that text for lesson.wasm, so that a
// change of the contract between the lessons and their hosts shows in review.
package abi

import (
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Header is the first line of [Text].
const Header = "# What lesson.wasm imports (module, name, type) and exports (name, type).\n"

// Text returns Header and the module's [Lines], each ended by a newline.
func Text(m wazero.CompiledModule) string {
	return Header + strings.Join(Lines(m), "\n") + "\n"
}

// Lines returns a sorted line for each function that the module imports and
// for each function and memory that it exports:
//
//	export leaseplay_call (i32) i32
//	export memory
//	import sqlite3 sqlite3_bind_int64 (i32 i32 i64) i32
//
// wazero tells nothing of tables and globals; Go's linker exports none.
func Lines(m wazero.CompiledModule) []string {
	var lines []string
	for _, def := range m.ImportedFunctions() {
		module, name, _ := def.Import()
		lines = append(lines, Import(module, name, Signature(def.ParamTypes(), def.ResultTypes())))
	}
	for _, def := range m.ImportedMemories() {
		module, name, _ := def.Import()
		lines = append(lines, "import "+module+" "+name+" memory")
	}
	for name, def := range m.ExportedFunctions() {
		lines = append(lines, Export(name, Signature(def.ParamTypes(), def.ResultTypes())))
	}
	for name := range m.ExportedMemories() {
		lines = append(lines, "export "+name)
	}
	slices.Sort(lines)
	return slices.Compact(lines) // Go's runtime and its syscall package import some twice
}

// Import returns the line of an imported function.
func Import(module, name, signature string) string {
	return "import " + module + " " + name + " " + signature
}

// Export returns the line of an exported function.
func Export(name, signature string) string { return "export " + name + " " + signature }

// Signature writes a function's type, such as "(i32 i64) i32" or "()".
func Signature(params, results []api.ValueType) string {
	s := "(" + types(params) + ")"
	if len(results) > 0 {
		s += " " + types(results)
	}
	return s
}

// Types reads what [Signature] writes. It panics on anything else, since
// signatures are constants of the program.
func Types(signature string) (params, results []api.ValueType) {
	before, after, ok := strings.Cut(strings.TrimPrefix(signature, "("), ")")
	if !ok {
		panic("abi: no signature: " + signature)
	}
	return parse(before), parse(after)
}

func types(list []api.ValueType) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = api.ValueTypeName(t)
	}
	return strings.Join(names, " ")
}

func parse(names string) (list []api.ValueType) {
	for name := range strings.FieldsSeq(names) {
		switch name {
		case "i32":
			list = append(list, api.ValueTypeI32)
		case "i64":
			list = append(list, api.ValueTypeI64)
		default:
			panic("abi: no value type of this ABI: " + name)
		}
	}
	return list
}
