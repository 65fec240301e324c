// Compresses the files once, at build time, as far as it goes.

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"path"
	"runtime"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
)

// brotliQuality is lowered by tests, which have no time for the two seconds a
// megabyte that the best takes.
var brotliQuality = brotli.BestCompression

// compress adds a .br and a .gz beside every file that a page or an embed
// loads, and returns what each weighs.
func compress(ctx context.Context, files []file, progress func(string)) ([]file, []size, error) {
	slices.SortFunc(files, func(a, b file) int { return bytes.Compare([]byte(a.path), []byte(b.path)) })
	sizes := make([]size, len(files))
	made := make([][2]file, len(files))
	work := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range work {
				f := files[i]
				br, gz, err := pack(f.bytes)
				sqlite := br
				if err == nil && !bytes.Equal(f.sqlite, f.bytes) {
					sqlite, err = packBrotli(f.sqlite)
				}
				if err != nil {
					mu.Lock()
					failed = fmt.Errorf("compress %s: %w", f.path, err)
					mu.Unlock()
					continue
				}
				made[i] = [2]file{{path: f.path + ".br", bytes: br}, {path: f.path + ".gz", bytes: gz}}
				sizes[i] = size{f.path, len(f.bytes), len(br), len(gz), len(sqlite)}
			}
		})
	}
	for i, f := range files {
		if ctx.Err() == nil && compressible(f.path) {
			progress("compressing " + f.path)
			work <- i
		}
	}
	close(work)
	wg.Wait()
	if failed != nil {
		return nil, nil, failed
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	for _, pair := range made {
		if pair[0].path != "" {
			files = append(files, pair[:]...)
		}
	}
	return files, slices.DeleteFunc(sizes, func(s size) bool { return s.Path == "" }), nil
}

// compressible reports whether a file is sent to browsers and gets smaller.
func compressible(name string) bool { return types[path.Ext(name)] != "" }

// pack compresses as brotli and gzip. Both are the same whenever the bytes are:
// a gzip header without a name or a time.
func pack(data []byte) (br, gz []byte, err error) {
	if br, err = packBrotli(data); err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, nil, err
	}
	err = w.Close()
	return br, out.Bytes(), err
}

// packBrotli compresses as brotli; nothing stays nothing.
func packBrotli(data []byte) ([]byte, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotliQuality, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}
