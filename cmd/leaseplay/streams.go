// The standard streams as the commands get them.
package main

import (
	"bytes"
	"context"
	"io"
)

// input is a reader that a signal ends: a read that waits returns the
// context's error when that is done.
type input struct {
	ctx  context.Context
	r    io.Reader
	left bytes.Reader // read already
}

// Read reads as the reader below does.
func (in *input) Read(p []byte) (int, error) {
	if in.left.Len() > 0 {
		return in.left.Read(p)
	}
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	type result struct {
		b   []byte
		err error
	}
	read := make(chan result, 1)
	go func() { // its buffer is its own: it may still wait when the command has ended
		b := make([]byte, max(len(p), 1<<12))
		n, err := in.r.Read(b)
		read <- result{b[:n], err}
	}()
	select {
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	case got := <-read:
		in.left.Reset(got.b)
		if len(got.b) > 0 {
			n, _ := in.left.Read(p)
			return n, nil // an error comes again with the next read
		}
		return 0, got.err
	}
}

// output is a writer that remembers its first error.
type output struct {
	w   io.Writer
	err error
}

// Write writes, unless a write before it has failed.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

// withoutMark skips a byte-order mark, which some editors put before a text.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }
