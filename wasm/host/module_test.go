// Modules made by hand, to see what New makes of them.

package host

import (
	"encoding/binary"

	"leaseplay/lesson"
	"leaseplay/wasm/internal/abi"

	"github.com/tetratelabs/wazero/api"
)

// module is a WebAssembly module with a memory of one page.
//
// https://webassembly.github.io/spec/core/binary/modules.html
type module struct {
	imports []fn // functions
	exports []fn // functions that return result
	memory  string
}

// fn is a function: its module when it is imported, its name, its type.
type fn struct {
	module, name, signature string
	result                  int32
	trap                    bool
}

// good is a module that New takes. Its response is empty.
func good() module {
	return module{memory: "memory", exports: []fn{
		{name: "_initialize", signature: "()"},
		{name: "leaseplay_abi", signature: "() i32", result: lesson.ABI},
		{name: "leaseplay_call", signature: "(i32) i32"},
		{name: "leaseplay_request", signature: "(i32) i32"},
		{name: "leaseplay_response", signature: "() i32"},
	}}
}

// export replaces the export of f's name, or adds one.
func (m module) export(f fn) module {
	for i := range m.exports {
		if m.exports[i].name == f.name {
			m.exports[i] = f
			return m
		}
	}
	m.exports = append(m.exports, f)
	return m
}

// without removes an export.
func (m module) without(name string) module {
	for i := range m.exports {
		if m.exports[i].name == name {
			m.exports = append(m.exports[:i], m.exports[i+1:]...)
			break
		}
	}
	return m
}

func (m module) encode() []byte {
	var types, imports, functions, exports, code [][]byte
	typ := func(f fn) []byte {
		params, results := abi.Types(f.signature)
		types = append(types, join([]byte{0x60}, list(params), list(results)))
		return uleb(len(types) - 1)
	}
	for _, f := range m.imports {
		imports = append(imports, join(name(f.module), name(f.name), []byte{0}, typ(f)))
	}
	for _, f := range m.exports {
		exports = append(exports, join(name(f.name), []byte{0}, uleb(len(m.imports)+len(functions))))
		functions = append(functions, typ(f))
		body := []byte{0} // no locals
		if f.trap {
			body = append(body, 0x00) // unreachable
		} else if _, results := abi.Types(f.signature); len(results) > 0 {
			body = join(body, []byte{0x41}, sleb(f.result)) // i32.const
		}
		body = append(body, 0x0b) // end
		code = append(code, join(uleb(len(body)), body))
	}
	exports = append(exports, join(name(m.memory), []byte{2, 0}))
	memory := [][]byte{{0, 1}}
	return join([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, types), section(2, imports), section(3, functions),
		section(5, memory), section(7, exports), section(10, code))
}

func section(id byte, entries [][]byte) []byte {
	content := join(uleb(len(entries)), join(entries...))
	return join([]byte{id}, uleb(len(content)), content)
}

func list(types []api.ValueType) []byte { return join(uleb(len(types)), types) }
func name(s string) []byte              { return join(uleb(len(s)), []byte(s)) }
func uleb(n int) []byte                 { return binary.AppendUvarint(nil, uint64(n)) }

// sleb is signed LEB128.
func sleb(n int32) (b []byte) {
	for ; n < -64 || n > 63; n >>= 7 {
		b = append(b, byte(n&0x7f)|0x80)
	}
	return append(b, byte(n&0x7f))
}

func join(parts ...[]byte) (b []byte) {
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}
