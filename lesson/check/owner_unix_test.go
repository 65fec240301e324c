//go:build unix

package check

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOwner: a file that is rewritten keeps its owner, even one that root was
// asked to rewrite for somebody else.
func TestOwner(t *testing.T) {
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		if err := os.Chown(name, 1, 2); err != nil {
			t.Fatal(err)
		}
	}
	before := stat(t, name)
	if err := replace(name, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	after := stat(t, name)
	if after.Uid != before.Uid || after.Gid != before.Gid || after.Mode != before.Mode {
		t.Errorf("the owner is %d:%d, the mode %o; they were %d:%d and %o", after.Uid, after.Gid, after.Mode, before.Uid, before.Gid, before.Mode)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "new" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

func stat(t *testing.T, name string) *syscall.Stat_t {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t)
}
