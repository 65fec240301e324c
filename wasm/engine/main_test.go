package engine_test

import (
	"os"
	"testing"
)

// TestMain keeps the databases of this package's tests in memory where a Linux
// has a folder for that: thousands of them are made and removed.
func TestMain(m *testing.M) {
	const shm = "/dev/shm"
	if st, err := os.Stat(shm); err == nil && st.IsDir() && os.Getenv("TMPDIR") == "" {
		os.Setenv("TMPDIR", shm)
	}
	os.Exit(m.Run())
}
