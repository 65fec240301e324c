package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// blocked is a reader whose reads wait for ever and tell that they do.
type blocked struct{ waits chan struct{} }

func (b blocked) Read([]byte) (int, error) {
	close(b.waits)
	select {}
}

// TestInterrupt: a command that waits for its input ends with the context.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{{"eval"}, {"run", "renew", "--program", "-"}} {
		ctx, cancel := context.WithCancel(t.Context())
		in := blocked{make(chan struct{})}
		go func() { <-in.waits; cancel() }()
		var stderr bytes.Buffer
		if code := checked(ctx, args, streams{in, io.Discard, &stderr}); code == exitOK {
			t.Errorf("%v exits with 0", args)
		}
		if stderr.Len() == 0 {
			t.Errorf("%v ends without a word", args)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFullOutput: output that couldn't be written is no success.
func TestFullOutput(t *testing.T) {
	const program = `{"lesson":"renew","steps":[]}` + "\n"
	for _, args := range [][]string{{"help"}, {"run", "renew"}, {"run", "renew", "--json"}, {"python", "renew"}, {"eval"}} {
		var stderr bytes.Buffer
		code := checked(t.Context(), args, streams{strings.NewReader(program), full{}, &stderr})
		if code != exitFailed || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%v exits with %d and says %q", args, code, stderr.String())
		}
	}
}

// TestInput: what is read arrives whole, whatever the pieces.
func TestInput(t *testing.T) {
	text := strings.Repeat("some text\n", 5000)
	got, err := io.ReadAll(&input{ctx: t.Context(), r: iotestHalf{strings.NewReader(text)}})
	if err != nil || string(got) != text {
		t.Errorf("read %d bytes of %d, %v", len(got), len(text), err)
	}
}

// iotestHalf reads half of what is asked for.
type iotestHalf struct{ r io.Reader }

func (h iotestHalf) Read(p []byte) (int, error) { return h.r.Read(p[:(len(p)+1)/2]) }
