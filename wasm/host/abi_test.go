// What New accepts, and where it keeps compiled code.

package host

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/wasm/internal/abi"
)

func TestABI(t *testing.T) {
	want := strconv.Itoa(lesson.ABI)
	for _, c := range []struct {
		what    string
		module  module
		code    Code
		message string
	}{
		{"unknown import", module{imports: []fn{{"sqlite3", "sqlite3_exec", "(i32) i32", 0, false}}}, ABI,
			"unexpected import sqlite3 sqlite3_exec (i32) i32"},
		{"unknown module", module{imports: []fn{{"env", "sqlite3_step", "(i32) i32", 0, false}}}, ABI,
			"unexpected import env sqlite3_step (i32) i32"},
		{"WASI that Go doesn't need", module{imports: []fn{{"wasi_snapshot_preview1", "path_open", "(i32) i32", 0, false}}}, ABI,
			"unexpected import wasi_snapshot_preview1 path_open (i32) i32"},
		{"import of another type", module{imports: []fn{{"sqlite3", "sqlite3_step", "(i64) i32", 0, false}}}, ABI,
			"unexpected import sqlite3 sqlite3_step (i64) i32"},
		{"no _initialize", good().without("_initialize"), ABI, "missing export _initialize ()"},
		{"command, not reactor", good().without("_initialize").export(fn{name: "_start", signature: "()"}), ABI,
			"missing export _initialize ()"},
		{"no response", good().without("leaseplay_response"), ABI, "missing export leaseplay_response () i32"},
		{"export of another type", good().export(fn{name: "leaseplay_call", signature: "(i64) i32"}), ABI,
			"missing export leaseplay_call (i32) i32"},
		{"unknown export", good().export(fn{name: "leaseplay_more", signature: "()"}), ABI,
			"unexpected export leaseplay_more ()"},
		{"memory by another name", module{memory: "mem", exports: good().exports}, ABI, "missing export memory"},
		{"older version", good().export(fn{name: "leaseplay_abi", signature: "() i32", result: 0}), ABI, "ABI version 0, want " + want},
		{"newer version", good().export(fn{name: "leaseplay_abi", signature: "() i32", result: 200}), ABI, "ABI version 200, want " + want},
		{"trap at the start", good().export(fn{name: "_initialize", signature: "()", trap: true}), Trap,
			"module[] function[_initialize] failed: wasm error: unreachable"},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := New(context.Background(), c.module.encode(), Options{NoCache: true})
			if e := wantError(t, err, c.code); e.Message != c.message {
				t.Errorf("message %q, want %q", e.Message, c.message)
			}
		})
	}
}

func TestNotAModule(t *testing.T) {
	for _, wasm := range []string{"", "<!doctype html>", string(good().encode()[:40])} {
		_, err := New(context.Background(), []byte(wasm), Options{NoCache: true})
		wantError(t, err, Module)
	}
}

func TestBadPointers(t *testing.T) {
	for _, c := range []struct {
		module  module
		message string
	}{
		{good().export(fn{name: "leaseplay_request", signature: "(i32) i32", result: 65534}),
			"leaseplay_request: 3 bytes at 0xfffe are outside the memory"},
		{good().export(fn{name: "leaseplay_response", signature: "() i32", result: -1}),
			"leaseplay_response: 0 bytes at 0xffffffff are outside the memory"},
		{good().export(fn{name: "leaseplay_call", signature: "(i32) i32", result: -1}),
			"leaseplay_response: 4294967295 bytes at 0x0 are outside the memory"},
		{good().export(fn{name: "leaseplay_call", signature: "(i32) i32", trap: true}), "unreachable"},
	} {
		h, err := New(context.Background(), c.module.encode(), Options{NoCache: true})
		if err != nil {
			t.Fatal(err)
		}
		if e := fails(t, h, Trap, "abc"); e.Message != c.message {
			t.Errorf("message %q, want %q", e.Message, c.message)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestGuestImportsAll checks that the guest of these tests leaves no import
// that is served untested.
func TestGuestImportsAll(t *testing.T) {
	lines := abi.Lines(newHost(t, Options{}).compiled)
	for _, line := range served() {
		if !slices.Contains(lines, line) {
			t.Errorf("the guest has no %s", line)
		}
	}
}

func TestCacheDir(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := New(context.Background(), good().encode(), Options{CacheDir: filepath.Join(file, "cache")})
	wantError(t, err, Cache)

	dir := filepath.Join(t.TempDir(), "made", "on", "demand")
	start(t, Options{CacheDir: dir})
	if len(files(t, dir)) == 0 {
		t.Error("nothing in the folder that was asked for")
	}
}

// TestDefaultCacheDir sees to what os.UserCacheDir goes by on each system.
func TestDefaultCacheDir(t *testing.T) {
	set := func(value string) {
		for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData", "home"} {
			t.Setenv(name, value)
		}
	}
	dir := t.TempDir()
	set(dir)
	start(t, Options{NoCache: true})
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q, want none", got)
	}
	start(t, Options{})
	kept := files(t, dir)
	if !slices.Contains(kept, "leaseplay") || len(kept) < 3 {
		t.Fatalf("files %q, want a folder leaseplay with the code", kept)
	}
	spoil(t, dir)
	start(t, Options{})
	set("")
	start(t, Options{})
	set(filepath.Join(dir, "file"))
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, Options{})
}

// spoil overwrites every file below dir.
func spoil(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.WriteFile(path, []byte(strings.Repeat("no code ", 99)), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// start starts the module of good, calls it and closes the Host.
func start(t *testing.T, opts Options) {
	t.Helper()
	h, err := New(context.Background(), good().encode(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Call(context.Background(), nil); err != nil {
		t.Error(err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}
