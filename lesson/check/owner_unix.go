//go:build unix && !wasip1

package check

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner that another has, where that is allowed: in
// a container that writes as root into its host's folder.
func keepOwner(file *os.File, as fs.FileInfo) {
	if st, ok := as.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(st.Uid), int(st.Gid))
	}
}
