// The Host: a compiled module and the instance that answers for it.

package host

import (
	"context"
	"io"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// Options are how a [Host] runs. The zero value suits most.
type Options struct {
	// CacheDir is the folder where compiled code is kept from run to run. It
	// is made if need be, and if that fails, so does New. If empty, it is the
	// folder leaseplay of the user's caches, or none where there can't be one.
	CacheDir string
	// NoCache keeps compiled code in memory only.
	NoCache bool
	// TempDir is where an instance makes the folder of its databases; if
	// empty, the system's folder for temporary files.
	TempDir string
	// MemoryPages is how much memory an instance may have, in pages of
	// 64 KiB; if 0, 8192 of them, 512 MiB. SQLite's memory is apart.
	MemoryPages uint32
	// Stderr, if not nil, receives what the module writes to stderr.
	Stderr io.Writer
}

// Host runs one module, with one instance of it at a time. Its methods may be
// called from any goroutine; calls wait for each other.
type Host struct {
	mu       sync.Mutex
	opts     Options
	cache    wazero.CompilationCache
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	stderr   stderr
	inst     *instance // nil when the last one died
	closed   bool
}

// New compiles a module, checks its imports, exports and ABI version against
// those that this package serves, and starts an instance. The context bounds
// that work only. Close the Host when done with it.
//
// Its errors are of type *[Error]; the codes are [Cache], [Module], [ABI],
// [Trap] and [Canceled].
func New(ctx context.Context, wasm []byte, opts Options) (*Host, error) {
	if err := ctx.Err(); err != nil {
		return nil, &Error{Code: Canceled, Message: err.Error(), Err: err}
	}
	if opts.MemoryPages == 0 {
		opts.MemoryPages = 8192
	}
	h := &Host{opts: opts, stderr: stderr{tee: opts.Stderr}}
	err := h.start(ctx, wasm)
	if err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

func (h *Host) start(ctx context.Context, wasm []byte) error {
	if err := h.compile(ctx, wasm); err != nil {
		return err
	}
	if err := checkABI(h.compiled); err != nil {
		return err
	}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, h.runtime); err != nil {
		return &Error{Code: Module, Message: err.Error(), Err: err}
	}
	if err := h.provide(ctx); err != nil {
		return &Error{Code: Module, Message: err.Error(), Err: err}
	}
	return h.instantiate(ctx)
}

// Call sends a request to the module and returns its response.
//
// Its errors are of type *[Error]. After one with the code [Trap] or
// [Canceled] the instance is gone with all it had open, and the next Call
// starts a new one. A call whose context ends is [Canceled] even if it came
// to an answer, since a statement may have been interrupted. A context that
// has ended before the call leaves the instance as it is.
func (h *Host) Call(ctx context.Context, request []byte) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, &Error{Code: Closed, Message: "the host is closed"}
	}
	if err := ctx.Err(); err != nil {
		return nil, &Error{Code: Canceled, Message: err.Error(), Err: err}
	}
	if h.inst == nil {
		if err := h.instantiate(ctx); err != nil {
			return nil, err
		}
	}
	h.stderr.reset()
	response, err := h.inst.call(ctx, request)
	if err == nil && ctx.Err() == nil {
		return response, nil
	}
	err = h.died(ctx, err)
	h.inst.discard()
	h.inst = nil
	return nil, err
}

// Close ends the instance, closes what it had open, deletes its files and
// frees the compiled code. It waits for a call that is under way; cancel that
// call's context to hurry it. Further Closes do nothing.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.closed = true
	var first error
	if h.inst != nil {
		first = h.inst.discard()
		h.inst = nil
	}
	return h.release(first)
}
