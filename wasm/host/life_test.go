// How instances die, and what comes after.

package host

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// open leaves two connections, a statement and files open.
const open = `
	calls => 1
	open a file:/x?vfs=unix => 0
	open b file:/x?vfs=unix => 0
	exec a "CREATE TABLE t(n)" => 101 0
	exec a "INSERT INTO t VALUES (1)" => 101 0
	exec a "BEGIN IMMEDIATE" => 101 0
	prepare s b "SELECT n FROM t" => 0
	step s => 100`

func TestTrapAndRevival(t *testing.T) {
	opts := Options{TempDir: t.TempDir(), MemoryPages: 512}
	h := newHost(t, opts)
	for _, c := range []struct{ script, message, detail string }{
		{`panic "it broke"`, "panic: it broke", "goroutine "},
		{"exit 3", "module closed with exit_code(3)", ""},
		{"exit 0", "module closed with exit_code(0)", ""},
		{"fill", "runtime: out of memory", "fatal error: out of memory"},
		{"recurse", "runtime: ", "main.recurse"},
		{"nonsense", "panic: script: no nonsense", ""},
		{"write_outside 0 0xfffffff0 256", "256 bytes at 0xfffffff0 are outside the memory", ""},
		{"write_outside 0 1024 -1", "4294967295 bytes at 0x400 are outside the memory", ""},
		{"read_outside 0xffff0000 16", "16 bytes at 0xffff0000 are outside the memory", ""},
		{"txn_state 1 4", "sqlite3_txn_state: a schema's name at 4 of a memory that isn't there", ""},
	} {
		run(t, h, open)
		if len(files(t, opts.TempDir)) == 0 {
			t.Fatal("no files to leave behind")
		}
		e := fails(t, h, Trap, c.script)
		if !strings.HasPrefix(e.Message, c.message) || !strings.Contains(e.Detail, c.detail) {
			t.Errorf("%s: message %q, want %q; detail %q, want %q", c.script, e.Message, c.message, e.Detail, c.detail)
		}
		if left := files(t, opts.TempDir); len(left) > 0 {
			t.Errorf("%s: files left behind: %q", c.script, left)
		}
	}
	run(t, h, open)
}

func TestStderr(t *testing.T) {
	var tee strings.Builder
	h := newHost(t, Options{Stderr: &tee})
	run(t, h, `stderr "of the call before" => 0`)
	long := strings.Repeat("é", stderrMax)
	e := fails(t, h, Trap, `stderr "`+long+`"`+"\npanic x")
	if !strings.HasPrefix(long, e.Detail) || len(e.Detail) != stderrMax {
		t.Errorf("detail has %d bytes, want the first %d of the call", len(e.Detail), stderrMax)
	}
	if s := tee.String(); !strings.HasPrefix(s, "of the call before"+long+"panic: x") {
		t.Errorf("%d bytes passed on, not all in order", len(s))
	}
}

// signal calls f once, when the module first writes to stderr.
type signal struct {
	once sync.Once
	f    func()
}

func (s *signal) Write(p []byte) (int, error) {
	s.once.Do(s.f)
	return len(p), nil
}

// TestCancel ends the context of a call that would never end by itself, once
// it is sure to be on its way.
func TestCancel(t *testing.T) {
	const endless = `
		open a file:/x?vfs=memdb
		stderr stepping
		exec a "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"`
	for _, script := range []string{"spin", strings.TrimSpace(endless)} {
		ctx, cancel := context.WithCancel(context.Background())
		opts := Options{TempDir: t.TempDir(), Stderr: &signal{f: cancel}}
		h := newHost(t, opts)
		run(t, h, open)
		_, err := h.Call(ctx, []byte(script))
		wantError(t, err, Canceled)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v doesn't wrap context.Canceled", err)
		}
		if left := files(t, opts.TempDir); len(left) > 0 {
			t.Errorf("files left behind: %q", left)
		}
		run(t, h, open)
	}
}

// TestCancelAtTheEnd ends the context of a call that then comes to an answer.
func TestCancelAtTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	h := newHost(t, Options{Stderr: &signal{f: cancel}})
	_, err := h.Call(ctx, []byte("stderr x"))
	wantError(t, err, Canceled)
	run(t, h, "calls => 1")
}

func TestCanceledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := newHost(t, Options{})
	run(t, h, "calls => 1")
	_, err := h.Call(ctx, []byte("calls"))
	wantError(t, err, Canceled)
	run(t, h, "calls => 2")
	_, err = New(ctx, guest(t), Options{CacheDir: cacheDir})
	wantError(t, err, Canceled)
}

// TestContextOfEachCall checks that a connection outlives the context of the
// call that opened it.
func TestContextOfEachCall(t *testing.T) {
	h := newHost(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := h.Call(ctx, []byte("open a file:/x?vfs=memdb")); err != nil {
		t.Fatal(err)
	}
	cancel()
	run(t, h, `exec a "SELECT 1" => 100 101 0`)
}

func TestClose(t *testing.T) {
	opts := Options{TempDir: t.TempDir()}
	h := newHost(t, opts)
	run(t, h, open)
	for range 2 {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	fails(t, h, Closed, "calls")
}

func TestConcurrentCalls(t *testing.T) {
	h := newHost(t, Options{})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 50 {
				name := fmt.Sprintf("s%d", i)
				request := "open " + name + " file:/" + name + "?vfs=memdb\nclose " + name
				if got, err := h.Call(context.Background(), []byte(request)); err != nil || string(got) != "0\n0" {
					t.Errorf("%q, %v", got, err)
				}
			}
		})
	}
	group.Wait()
	run(t, h, "calls => 401")
}
