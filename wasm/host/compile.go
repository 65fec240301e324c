// Compiling, with a cache of compiled code: Go's runtime alone takes about
// half a second to compile, and a fraction of that to load again.

package host

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
)

// compile sets the cache, the runtime and the compiled module.
func (h *Host) compile(ctx context.Context, wasm []byte) error {
	switch {
	case h.opts.NoCache:
		return h.compileWith(ctx, wasm, wazero.NewCompilationCache())
	case h.opts.CacheDir != "":
		cache, err := wazero.NewCompilationCacheWithDir(h.opts.CacheDir)
		if err != nil {
			return &Error{Code: Cache, Message: err.Error(), Err: err}
		}
		return h.compileWith(ctx, wasm, cache)
	}
	// Nobody asked for the default folder, so whatever is wrong with it, or
	// with what is in it, only costs time.
	if dir, err := os.UserCacheDir(); err == nil {
		cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "leaseplay"))
		if err == nil && h.compileWith(ctx, wasm, cache) == nil {
			return nil
		}
		h.release(nil)
	}
	return h.compileWith(ctx, wasm, wazero.NewCompilationCache())
}

func (h *Host) compileWith(ctx context.Context, wasm []byte, cache wazero.CompilationCache) error {
	h.cache = cache
	h.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().
		WithCompilationCache(cache).
		WithMemoryLimitPages(h.opts.MemoryPages).
		WithCloseOnContextDone(true))
	compiled, err := h.runtime.CompileModule(ctx, wasm)
	if err != nil {
		code := Module
		if file := (*fs.PathError)(nil); errors.As(err, &file) {
			code = Cache
		}
		return &Error{Code: code, Message: firstLine(err.Error()), Err: err}
	}
	h.compiled = compiled
	return nil
}

// release frees the runtime and the cache. It returns first, or else the
// first error of its own.
func (h *Host) release(first error) error {
	ctx := context.Background()
	if h.runtime != nil {
		if err := h.runtime.Close(ctx); first == nil {
			first = err
		}
		h.runtime = nil
	}
	if h.cache != nil {
		if err := h.cache.Close(ctx); first == nil {
			first = err
		}
		h.cache = nil
	}
	return first
}
