// An instance of the module, from its start to its end.

package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"leaseplay/lesson"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instance is a running module with what it has open. Only the call that
// holds the Host's lock uses it.
type instance struct {
	mod  api.Module
	ctx  context.Context // of the call under way
	host *Host

	id    string // before its memdb names, which go-sqlite3 shares in the process
	last  uint32 // the handle given out last; none is given twice
	dbs   map[uint32]*db
	stmts map[uint32]*stmt
	dir   string // of the database files; empty until one is opened
}

// fault is an import called in a way that no result code stands for, such as
// with a buffer outside the memory. It ends the instance.
type fault string

func (f fault) Error() string { return string(f) }

// instantiate starts an instance: first its _initialize, once, as a WASI
// reactor has it, then its ABI version.
//
// https://github.com/WebAssembly/WASI/blob/main/legacy/application-abi.md
func (h *Host) instantiate(ctx context.Context) error {
	h.stderr.reset()
	in := &instance{ctx: ctx, host: h, id: rand.Text() + "-", dbs: map[uint32]*db{}, stmts: map[uint32]*stmt{}}
	h.inst = in // _initialize may call imports
	err := in.start(ctx)
	if err == nil {
		return nil
	}
	if coded := (*Error)(nil); !errors.As(err, &coded) {
		err = h.died(ctx, err)
	}
	in.discard()
	h.inst = nil
	return err
}

func (in *instance) start(ctx context.Context) (err error) {
	in.mod, err = in.host.runtime.InstantiateModule(ctx, in.host.compiled, wazero.NewModuleConfig().
		WithName(""). // no name, so that any number can follow each other
		WithStartFunctions("_initialize").
		// By wazero's own clock, which only goes on when somebody looks, Go's
		// garbage collector, who looks most, takes all the time there is: to
		// spare the program it then stops collecting, for good.
		WithSysNanotime().
		WithStderr(&in.host.stderr))
	if err != nil {
		return err
	}
	version, err := in.invoke(ctx, "leaseplay_abi")
	if err != nil {
		return err
	}
	if version != lesson.ABI {
		return &Error{Code: ABI, Message: fmt.Sprintf("ABI version %d, want %d", version, lesson.ABI)}
	}
	return nil
}

// call is Call, for this instance.
func (in *instance) call(ctx context.Context, request []byte) ([]byte, error) {
	in.ctx = ctx
	for _, d := range in.dbs {
		d.interruptBy(ctx)
	}
	size := uint64(len(request))
	if size > 1<<31-1 {
		return nil, fault(fmt.Sprintf("a request of %d bytes", size))
	}
	ptr, err := in.invoke(ctx, "leaseplay_request", size)
	if err != nil {
		return nil, err
	}
	if !in.mod.Memory().Write(ptr, request) {
		return nil, fault(fmt.Sprintf("leaseplay_request: %d bytes at %#x are outside the memory", size, ptr))
	}
	n, err := in.invoke(ctx, "leaseplay_call", size)
	if err != nil {
		return nil, err
	}
	ptr, err = in.invoke(ctx, "leaseplay_response")
	if err != nil {
		return nil, err
	}
	response, ok := in.mod.Memory().Read(ptr, n)
	if !ok {
		return nil, fault(fmt.Sprintf("leaseplay_response: %d bytes at %#x are outside the memory", n, ptr))
	}
	return append([]byte{}, response...), nil // the memory is the guest's again
}

func (in *instance) invoke(ctx context.Context, name string, params ...uint64) (uint32, error) {
	results, err := in.mod.ExportedFunction(name).Call(ctx, params...)
	if err != nil {
		return 0, err
	}
	return api.DecodeU32(results[0]), nil
}

// died makes the error for an instance that can't go on.
func (h *Host) died(ctx context.Context, cause error) error {
	e := &Error{Code: Trap, Detail: string(h.stderr.kept), Err: cause}
	broken := fault("")
	if err := ctx.Err(); err != nil {
		e.Code, e.Message, e.Err = Canceled, err.Error(), err
	} else if errors.As(cause, &broken) {
		e.Message = broken.Error()
	} else if e.Message = firstLine(e.Detail); e.Message == "" {
		e.Message = strings.TrimPrefix(firstLine(cause.Error()), "wasm error: ")
	}
	return e
}

// discard ends the instance: statements, connections, memory and files. It
// returns the first error.
func (in *instance) discard() error {
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	for _, s := range in.stmts {
		s.Close() // what it returns is the last step's error
	}
	for _, d := range in.dbs {
		if d.conn != nil {
			d.interruptBy(context.Background()) // what closing does has to be done
			keep(d.try(d.conn.Close))
		}
	}
	clear(in.stmts)
	clear(in.dbs)
	if in.mod != nil {
		keep(in.mod.Close(context.Background()))
	}
	if in.dir != "" {
		keep(os.RemoveAll(in.dir))
	}
	return first
}

// path returns the file of a database, in a folder that is made with the
// first.
func (in *instance) path(name string) (string, error) {
	if in.dir == "" {
		dir, err := os.MkdirTemp(in.host.opts.TempDir, "leaseplay-")
		if err != nil {
			return "", err
		}
		if dir, err = filepath.Abs(dir); err != nil {
			return "", err
		}
		in.dir = dir
	}
	return filepath.Join(in.dir, name), nil
}

// handle returns a handle that hasn't been used before.
func (in *instance) handle() uint32 {
	if in.last++; in.last == 0 {
		panic(fault("out of handles: 4294967295 connections and statements"))
	}
	return in.last
}
