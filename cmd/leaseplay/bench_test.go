// What a line of `leaseplay eval` costs: go test -run '^$' -bench . ./cmd/leaseplay

package main

import (
	"encoding/json"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/wasm/engine"
)

// BenchmarkEvalLine reads a program, runs it natively and writes its outcome.
func BenchmarkEvalLine(b *testing.B) {
	line, err := json.Marshal(&renew.Lesson.Programs[0].Program)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(line)))
	run := func(_ int, p *lesson.Program) (*lesson.Outcome, error) { return engine.Native().Run(b.Context(), p) }
	for b.Loop() {
		if _, err := evalLine(1, run, line); err != nil {
			b.Fatal(err)
		}
	}
}
