// Arguments of imports, and the guest's memory that some of them point into.

package host

import (
	"fmt"

	"github.com/tetratelabs/wazero/api"
)

// args are an import's arguments.
//
// Text is a pointer and a length in bytes; it is read, not kept. A buffer is
// likewise a pointer and a capacity in bytes. Either one outside the memory
// ends the instance with a fault.
type args struct {
	stack []uint64
	mem   api.Memory
}

func (a args) u32(i int) uint32 { return api.DecodeU32(a.stack[i]) }
func (a args) i32(i int) int32  { return api.DecodeI32(a.stack[i]) }
func (a args) i64(i int) int64  { return int64(a.stack[i]) }

// bytes returns the memory that arguments i and i+1 stand for. It is never
// nil, which go-sqlite3 would take for NULL.
func (a args) bytes(i int) []byte {
	ptr, size := a.u32(i), a.u32(i+1)
	if size == 0 {
		return []byte{} // Go has no address for an empty string
	}
	b, ok := a.mem.Read(ptr, size)
	if !ok {
		panic(fault(fmt.Sprintf("%d bytes at %#x are outside the memory", size, ptr)))
	}
	return b
}

func (a args) text(i int) string { return string(a.bytes(i)) }

// putU32 writes a result to where argument i points.
func (a args) putU32(i int, v uint32) {
	if ptr := a.u32(i); !a.mem.WriteUint32Le(ptr, v) {
		panic(fault(fmt.Sprintf("4 bytes at %#x are outside the memory", ptr)))
	}
}

// putText writes as much of text as the buffer of arguments i and i+1 holds,
// and returns the length of all of it.
func putText[T string | []byte](a args, i int, text T) uint64 {
	copy(a.bytes(i), text)
	return uint64(len(text))
}
