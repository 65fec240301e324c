// The modules, each compiled once, and the scripts that tests send it.

package host

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// cacheDir is where modules and their compiled code are during the tests.
var cacheDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "leaseplay-test-")
	if err != nil {
		panic(err)
	}
	cacheDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

var (
	buildGuest  = sync.OnceValues(func() ([]byte, error) { return build("guest.wasm", "./testdata/guest") })
	buildLesson = sync.OnceValues(func() ([]byte, error) { return build("lesson.wasm", "leaseplay/wasm") })
)

// build compiles a reactor.
func build(name, pkg string) ([]byte, error) {
	// So that go test notices when they change: the compiler is another process.
	for _, dir := range []string{"testdata/guest", "..", "../../lesson/sqlite"} {
		if _, err := os.ReadDir(dir); err != nil {
			return nil, err
		}
	}
	out := filepath.Join(cacheDir, name)
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.New(string(text))
	}
	return os.ReadFile(out)
}

func guest(t *testing.T) []byte {
	t.Helper()
	wasm, err := buildGuest()
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// newHost starts the guest. Databases go to a folder of the test's own, which
// has to be empty after the test.
func newHost(t *testing.T, opts Options) *Host {
	t.Helper()
	if opts.TempDir == "" {
		opts.TempDir = t.TempDir()
	}
	opts.CacheDir = cacheDir
	h, err := New(context.Background(), guest(t), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if left := files(t, opts.TempDir); len(left) > 0 {
			t.Errorf("files left behind: %q", left)
		}
	})
	return h
}

// files lists the files and folders below dir.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if path != dir {
			names = append(names, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// run sends a script in one call. A line holds a call and, after " => ", the
// answer it has to have.
func run(t *testing.T, h *Host, script string) {
	t.Helper()
	var calls, want []string
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		call, answer, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			t.Fatalf("no answer in the script's line %q", line)
		}
		calls, want = append(calls, call), append(want, answer)
	}
	response, err := h.Call(context.Background(), []byte(strings.Join(calls, "\n")))
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			t.Log(e.Detail)
		}
		t.Fatal(err)
	}
	got := strings.Split(string(response), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d calls: %q", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s => %s, want %s", calls[i], got[i], want[i])
		}
	}
}

// fails sends a script that has to end in an error of the code.
func fails(t *testing.T, h *Host, code Code, script string) *Error {
	t.Helper()
	_, err := h.Call(context.Background(), []byte(script))
	return wantError(t, err, code)
}

func wantError(t *testing.T, err error, code Code) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, code) {
		t.Fatalf("error %v, want one with the code %s", err, code)
	}
	return e
}
