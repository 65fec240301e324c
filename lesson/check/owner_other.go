//go:build !unix && !wasip1

package check

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: there are no owners to keep.
func keepOwner(*os.File, fs.FileInfo) {}
