//go:build !wasip1

// Package faultvfs is a VFS for tests that fails on demand: it is the
// operating system's VFS, but every call passes a hook first, which can turn
// it into an error.
package faultvfs

import (
	"strconv"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
)

// Op is a kind of call of the VFS.
type Op string

// The kinds of calls that can be made to fail. Unlocking is not among them:
// SQLite has no way to report it.
const (
	Open     Op = "open"
	Delete   Op = "delete"
	Read     Op = "read"
	Write    Op = "write"
	Truncate Op = "truncate"
	Sync     Op = "sync"
	Size     Op = "size"
	Lock     Op = "lock"
)

// Ops are all kinds of calls that can be made to fail.
var Ops = []Op{Open, Delete, Read, Write, Truncate, Sync, Size, Lock}

// Code is the error that a real failure of that kind gives.
func (o Op) Code() sqlite3.ExtendedErrorCode {
	switch o {
	case Open:
		return sqlite3.ExtendedErrorCode(sqlite3.CANTOPEN)
	case Delete:
		return sqlite3.IOERR_DELETE
	case Read:
		return sqlite3.IOERR_READ
	case Write:
		return sqlite3.IOERR_WRITE
	case Truncate:
		return sqlite3.IOERR_TRUNCATE
	case Sync:
		return sqlite3.IOERR_FSYNC
	case Size:
		return sqlite3.IOERR_FSTAT
	}
	return sqlite3.IOERR_LOCK
}

// Full is the error of a write to a full disk.
const Full = sqlite3.ExtendedErrorCode(sqlite3.FULL)

// VFS is a VFS with a hook.
type VFS struct {
	Name string // for vfs=NAME in a URI
	// Hook, if not nil, is called before each call with its kind; an error
	// it returns is the call's.
	Hook func(Op) error
	os   vfs.VFS
}

var count atomic.Int64

// New registers a VFS of its own name.
func New() *VFS {
	v := &VFS{Name: "fault-" + strconv.FormatInt(count.Add(1), 10), os: vfs.Find("os")}
	vfs.Register(v.Name, v)
	return v
}

// Close unregisters the VFS.
func (v *VFS) Close() { vfs.Unregister(v.Name) }

// FailNth makes the n-th call of a kind from now on fail with code, counting
// from 1, and only that one. Fired reports whether it came to that.
func (v *VFS) FailNth(op Op, n int, code sqlite3.ExtendedErrorCode) (fired func() bool) {
	hit := false
	v.Hook = func(o Op) error {
		if o != op {
			return nil
		}
		if n--; n == 0 {
			hit = true
			return code
		}
		return nil
	}
	return func() bool { return hit }
}

func (v *VFS) pass(op Op) error {
	if v.Hook == nil {
		return nil
	}
	return v.Hook(op)
}

// Open opens a file.
func (v *VFS) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	return v.OpenFilename(nil, flags)
}

// OpenFilename opens a file.
func (v *VFS) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if err := v.pass(Open); err != nil {
		return nil, flags, err
	}
	f, flags, err := vfsutil.WrapOpenFilename(v.os, name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &file{f, v}, flags, nil
}

// Delete deletes a file.
func (v *VFS) Delete(name string, syncDir bool) error {
	if err := v.pass(Delete); err != nil {
		return err
	}
	return v.os.Delete(name, syncDir)
}

// Access asks whether a file is there.
func (v *VFS) Access(name string, flags vfs.AccessFlag) (bool, error) {
	return v.os.Access(name, flags)
}

// FullPathname makes a name absolute.
func (v *VFS) FullPathname(name string) (string, error) { return v.os.FullPathname(name) }

type file struct {
	vfs.File
	vfs *VFS
}

func (f *file) Unwrap() vfs.File               { return f.File }
func (f *file) SharedMemory() vfs.SharedMemory { return vfsutil.WrapSharedMemory(f.File) }
func (f *file) LockState() vfs.LockLevel       { return vfsutil.WrapLockState(f.File) }

func (f *file) ReadAt(p []byte, off int64) (int, error) {
	if err := f.vfs.pass(Read); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, off)
}

func (f *file) WriteAt(p []byte, off int64) (int, error) {
	if err := f.vfs.pass(Write); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, off)
}

func (f *file) Truncate(size int64) error {
	if err := f.vfs.pass(Truncate); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f *file) Sync(flags vfs.SyncFlag) error {
	if err := f.vfs.pass(Sync); err != nil {
		return err
	}
	return f.File.Sync(flags)
}

func (f *file) Size() (int64, error) {
	if err := f.vfs.pass(Size); err != nil {
		return 0, err
	}
	return f.File.Size()
}

func (f *file) Lock(lock vfs.LockLevel) error {
	if err := f.vfs.pass(Lock); err != nil {
		return err
	}
	return f.File.Lock(lock)
}
