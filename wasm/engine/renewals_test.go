// Renewals inside lesson.wasm under wazero, for scripts/bench.

package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"leaseplay/lesson"
	"leaseplay/wasm/build"
	"leaseplay/wasm/host"
)

// BenchmarkRenewals has a lesson.wasm that is built for benchmarks renew b.N
// times in one call.
func BenchmarkRenewals(b *testing.B) {
	out := filepath.Join(b.TempDir(), "lesson.wasm")
	if err := build.Lesson(b.Context(), out, "leaseplay_bench"); err != nil {
		b.Fatal(err)
	}
	bin, err := os.ReadFile(out)
	if err != nil {
		b.Fatal(err)
	}
	h, err := host.New(b.Context(), bin, host.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { h.Close() })
	for _, where := range []string{"memdb", "file"} { // the host opens no :memory:
		b.Run(where, func(b *testing.B) {
			var req lesson.Writer
			req.String("renewals")
			req.String(where)
			req.Count(b.N)
			b.ReportAllocs()
			b.ResetTimer()
			response, err := h.Call(b.Context(), req.Bytes)
			if err != nil {
				b.Fatal(err)
			}
			r := lesson.Reader{Bytes: response}
			if status, done := r.String(), r.Count(); status != "ok" || done != b.N {
				b.Fatalf("%s: %d of %d renewals: %q", status, done, b.N, response)
			}
		})
	}
}
