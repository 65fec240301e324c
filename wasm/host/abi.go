// The ABI: what a module may import and must export.

package host

import (
	"slices"
	"strings"

	"leaseplay/wasm/internal/abi"

	"github.com/tetratelabs/wazero"
)

// wasi are the functions of WASI preview 1 that Go's runtime imports. A new
// one is for the browser's host to be looked at first, so it doesn't pass
// unseen here, where wazero would serve it.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md
var wasi = map[string]string{
	"args_get":          "(i32 i32) i32",
	"args_sizes_get":    "(i32 i32) i32",
	"clock_time_get":    "(i32 i64 i32) i32",
	"environ_get":       "(i32 i32) i32",
	"environ_sizes_get": "(i32 i32) i32",
	"fd_write":          "(i32 i32 i32 i32) i32",
	"poll_oneoff":       "(i32 i32 i32 i32) i32",
	"proc_exit":         "(i32)",
	"random_get":        "(i32 i32) i32",
	"sched_yield":       "() i32",
}

var exported = []string{
	"export memory",
	abi.Export("_initialize", "()"),
	abi.Export("leaseplay_abi", "() i32"),
	abi.Export("leaseplay_call", "(i32) i32"),
	abi.Export("leaseplay_request", "(i32) i32"),
	abi.Export("leaseplay_response", "() i32"),
}

// served returns the lines of every import that a module may have.
func served() []string {
	var lines []string
	for _, f := range imports {
		lines = append(lines, abi.Import(f.module, f.name, f.signature))
	}
	for name, signature := range wasi {
		lines = append(lines, abi.Import("wasi_snapshot_preview1", name, signature))
	}
	return lines
}

// checkABI returns an error that names the first import that isn't served,
// else the first export that is missing, else the first that is unexpected. A
// module may import less than there is: Go's linker leaves out what isn't
// used.
func checkABI(m wazero.CompiledModule) error {
	known := append(served(), exported...)
	lines := abi.Lines(m)
	for _, line := range lines {
		if strings.HasPrefix(line, "import ") && !slices.Contains(known, line) {
			return &Error{Code: ABI, Message: "unexpected " + line}
		}
	}
	for _, line := range exported {
		if !slices.Contains(lines, line) {
			return &Error{Code: ABI, Message: "missing " + line}
		}
	}
	for _, line := range lines {
		if !slices.Contains(known, line) {
			return &Error{Code: ABI, Message: "unexpected " + line}
		}
	}
	return nil
}
