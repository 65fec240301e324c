//go:build wasip1

// Command wasm is lesson.wasm: the lessons as a WASI reactor, over the SQLite
// functions it imports. abi.txt lists all it imports and exports.
//
// A host writes a request into the buffer that leaseplay_request gives it,
// calls leaseplay_call and reads the response from leaseplay_response. Package
// lesson says how messages are written.
package main

import (
	"unsafe"

	"leaseplay/lesson"
)

// The buffers stay where they are: a host holds their addresses between calls.
var (
	request  []byte
	response lesson.Writer
)

//go:wasmexport leaseplay_abi
func leaseplayABI() int32 { return lesson.ABI }

//go:wasmexport leaseplay_request
func leaseplayRequest(size int32) unsafe.Pointer {
	if cap(request) < int(size) || request == nil {
		request = make([]byte, size, max(size, 4096))
	}
	request = request[:size]
	return unsafe.Pointer(unsafe.SliceData(request))
}

//go:wasmexport leaseplay_call
func leaseplayCall(size int32) int32 {
	response.Bytes = response.Bytes[:0]
	answer(&lesson.Reader{Bytes: request[:size]}, &response)
	return int32(len(response.Bytes))
}

//go:wasmexport leaseplay_response
func leaseplayResponse() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(response.Bytes)) }

func main() {} // a reactor's main never runs
