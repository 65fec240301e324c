//go:build wasip1

// Guest is the wasip1 reactor that the tests of package host run: it speaks
// the ABI of lesson.wasm, but its requests are scripts (script.go) of plain
// calls to the functions it imports (imports.go).
package main

import (
	"unsafe"

	"leaseplay/lesson"
)

func main() {}

var (
	request  []byte
	response []byte
	calls    int // answered by this instance
)

//go:wasmexport leaseplay_abi
func leaseplayABI() int32 { return lesson.ABI }

//go:wasmexport leaseplay_request
func leaseplayRequest(size int32) unsafe.Pointer {
	request = make([]byte, size+1) // + 1: never empty, so it has an address
	return unsafe.Pointer(&request[0])
}

//go:wasmexport leaseplay_call
func leaseplayCall(size int32) int32 {
	calls++
	response = append([]byte(runScript(string(request[:size]))), 0)
	return int32(len(response) - 1)
}

//go:wasmexport leaseplay_response
func leaseplayResponse() unsafe.Pointer { return unsafe.Pointer(&response[0]) }
