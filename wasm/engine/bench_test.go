// What running a program costs on each engine: go test -run '^$' -bench . ./wasm/engine

package engine_test

import (
	"testing"

	"leaseplay/lesson/lessons"
	"leaseplay/wasm/engine"
	"leaseplay/wasm/host"
)

// BenchmarkProgram runs each lesson's default program, from a fresh database
// to the outcome.
func BenchmarkProgram(b *testing.B) {
	bin, err := module()
	if err != nil {
		b.Fatal(err)
	}
	w, err := engine.WASM(b.Context(), bin, host.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { w.Close() })
	for _, l := range lessons.All {
		for name, e := range map[string]engine.Engine{"native": engine.Native(), "wasm": w} {
			b.Run(l.Name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p := l.Programs[0].Program.Clone()
					if _, err := e.Run(b.Context(), &p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
