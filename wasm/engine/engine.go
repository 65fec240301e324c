// Package engine runs programs outside a browser: natively, over go-sqlite3,
// or in the very lesson.wasm that a page ships, under wazero. Both give the
// same outcomes.
package engine

import (
	"context"
	"errors"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/wasm/host"
)

// Engine runs programs. It is safe for use by one goroutine at a time.
type Engine interface {
	// Run runs a program on a fresh database. The error is a *lesson.Error
	// for a program that was refused, and else tells why the engine can't run.
	Run(ctx context.Context, p *lesson.Program) (*lesson.Outcome, error)
	// Close frees what the engine holds.
	Close() error
}

// Native returns the engine that runs lessons in this process.
func Native() Engine { return native{} }

type native struct{}

func (native) Run(ctx context.Context, p *lesson.Program) (*lesson.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l, err := lessons.Find(p.Lesson)
	if err != nil {
		return nil, err
	}
	run := p.Clone()
	return l.Run(&run)
}

func (native) Close() error { return nil }

// WASM returns the engine that runs lessons in a lesson.wasm.
func WASM(ctx context.Context, module []byte, opts host.Options) (Engine, error) {
	h, err := host.New(ctx, module, opts)
	if err != nil {
		return nil, err
	}
	return &wasm{h}, nil
}

type wasm struct{ host *host.Host }

func (w *wasm) Run(ctx context.Context, p *lesson.Program) (*lesson.Outcome, error) {
	var req lesson.Writer
	req.String("run")
	req.Program(p)
	r, err := w.call(ctx, req.Bytes)
	if err != nil {
		return nil, err
	}
	out := r.Outcome()
	if r.Bad || len(r.Bytes) != 0 {
		return nil, errCut
	}
	return out, nil
}

func (w *wasm) Close() error { return w.host.Close() }

var errCut = errors.New("lesson.wasm: the response is cut short or malformed")

// call sends a request and returns what follows the response's "ok"; of an
// "error" it makes a *lesson.Error.
func (w *wasm) call(ctx context.Context, request []byte) (*lesson.Reader, error) {
	response, err := w.host.Call(ctx, request)
	if err != nil {
		return nil, err
	}
	r := &lesson.Reader{Bytes: response}
	switch r.String() {
	case "ok":
		return r, nil
	case "error":
		e := &lesson.Error{Code: lesson.Code(r.String()), Path: r.String(), Message: r.String()}
		if !r.Bad {
			return nil, e
		}
	}
	return nil, errCut
}
