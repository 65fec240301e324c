//go:build !wasip1

package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"leaseplay/lesson"
	"leaseplay/wasm/engine"
)

// write writes n pages of some length, in folders, each with two elements: one
// default program, one of the page's own. Every hundredth tells an untruth.
func write(t testing.TB, n int) string {
	dir := t.TempDir()
	filler := strings.Repeat("<p>What a lease is, and <em>what</em> it is <code>not</code>.</p>\n\n", 300) // 20 kB
	for i := range n {
		sub := filepath.Join(dir, fmt.Sprintf("%02d", i%20))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		expiry := fmt.Sprint(10 + i)
		if i%100 == 99 {
			expiry = "?"
		}
		text := filler + open + "\n<pre>" + renewed + "</pre>\n" + end + "\n\n" + filler +
			fmt.Sprintf(`<lease-playground program='{"lesson":"renew","row":{"id":1,"token":"t","expiry":%d},"steps":[{"op":"stored"}]}'>`, 10+i) +
			"\n<pre>" + expiry + "</pre>\n" + end + "\n"
		name := fmt.Sprintf("%04d%s", i, []string{".html", ".md"}[i%2])
		if err := os.WriteFile(filepath.Join(sub, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func natives() *Pool {
	var runners []Runner
	for range runtime.GOMAXPROCS(0) {
		runners = append(runners, engine.Native())
	}
	return NewPool(runners...)
}

func TestFiles(t *testing.T) {
	files, _, err := Find([]string{write(t, 200)})
	if err != nil || len(files) != 200 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, fix := range []bool{true, false} {
		var got []string
		problems := 0
		err := Files(t.Context(), natives(), files, fix, func(r Report) {
			got = append(got, r.File)
			if r.Elements != 2 {
				t.Errorf("%s: %d elements", r.File, r.Elements)
			}
			problems += len(r.Problems)
		})
		if err != nil || !slices.Equal(got, files) {
			t.Errorf("reports of %d files in another order, or %v", len(got), err)
		}
		if want := map[bool]int{true: 2, false: 0}[fix]; problems != want {
			t.Errorf("%d problems, want %d", problems, want)
		}
	}
}

// failing is a runner that can't go on after some runs.
type failing struct{ left atomic.Int64 }

var errGone = errors.New("gone")

func (f *failing) Run(ctx context.Context, p *lesson.Program) (*lesson.Outcome, error) {
	if f.left.Add(-1) < 0 {
		return nil, errGone
	}
	return engine.Native().Run(ctx, p)
}

func TestFilesEnd(t *testing.T) {
	files, _, err := Find([]string{write(t, 100)})
	if err != nil {
		t.Fatal(err)
	}
	f := &failing{}
	f.left.Store(20)
	if err := Files(t.Context(), NewPool(f, f), files, false, func(Report) {}); !errors.Is(err, errGone) {
		t.Errorf("got %v, want the runner's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err = Files(ctx, natives(), files, false, func(Report) {
		if n++; n == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || n == len(files) {
		t.Errorf("canceled after 5 files it went on to %d, and says %v", n, err)
	}
}

// counting counts the programs that are run.
type counting struct{ n atomic.Int64 }

func (c *counting) Run(ctx context.Context, p *lesson.Program) (*lesson.Outcome, error) {
	c.n.Add(1)
	return engine.Native().Run(ctx, p)
}

func TestPoolRunsEqualProgramsOnce(t *testing.T) {
	files, _, err := Find([]string{write(t, 100)})
	if err != nil {
		t.Fatal(err)
	}
	c := &counting{}
	if err := Files(t.Context(), NewPool(c, c), files, false, func(Report) {}); err != nil {
		t.Fatal(err)
	}
	if n := c.n.Load(); n != 101 {
		t.Errorf("%d programs were run, of 101 that differ", n)
	}
}

func TestFileTooLong(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.html")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, MaxFile+1); err != nil {
		t.Fatal(err)
	}
	err := Files(t.Context(), natives(), []string{name}, true, func(r Report) {
		if len(r.Problems) != 1 || r.Problems[0].Code != UnreadablePage || !strings.Contains(r.Problems[0].Message, "16 MB") {
			t.Errorf("got %+v", r.Problems)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a.html"), filepath.Join(dir, "b.html")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.html", link); err != nil {
		t.Fatal(err)
	}
	if err := replace(link, []byte("other"), []byte("new")); err == nil {
		t.Error("a file that somebody else changed is written over")
	}
	if err := replace(link, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	info, serr := os.Lstat(name)
	if err != nil || serr != nil || string(text) != "new" || info.Mode() != 0o640 {
		t.Errorf("%q, mode %v, %v, %v", text, info.Mode(), err, serr)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}
	if rest, _ := filepath.Glob(filepath.Join(dir, ".*")); len(rest) > 0 {
		t.Errorf("%q is left", rest)
	}
}

// BenchmarkThousandPages checks a folder of 1,000 pages of 40 kB.
func BenchmarkThousandPages(b *testing.B) {
	dir := write(b, 1000)
	for b.Loop() {
		files, _, err := Find([]string{dir})
		if err != nil {
			b.Fatal(err)
		}
		if err := Files(b.Context(), natives(), files, false, func(Report) {}); err != nil {
			b.Fatal(err)
		}
	}
}
