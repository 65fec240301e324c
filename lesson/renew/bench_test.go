// What a renewal and a decision map cost: go test -run '^$' -bench . ./lesson/renew

package renew_test

import (
	"testing"
	"time"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
)

// BenchmarkRenew renews again and again, as scripts/bench does in the browser:
// on a database in memory and on a file.
func BenchmarkRenew(b *testing.B) {
	b.Run("memory", func(b *testing.B) { benchmarkRenew(b, "file::memory:", "MEMORY") })
	b.Run("memdb", func(b *testing.B) { benchmarkRenew(b, sqlite.Memory(), "MEMORY") })
	b.Run("file", func(b *testing.B) {
		db, err := sqlite.Create()
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = db.Remove() })
		benchmarkRenew(b, db.URI(), "DELETE")
	})
}

func benchmarkRenew(b *testing.B, uri, journal string) {
	c, err := sqlite.Open(uri)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	for _, sql := range []string{ // the settings of wasm/extra_bench.go
		"PRAGMA page_size = 4096", "PRAGMA cache_size = -2000", "PRAGMA synchronous = OFF", "PRAGMA journal_mode = " + journal,
		renew.Lesson.Schema, "INSERT INTO job VALUES (41, 'claim-a', 10)",
	} {
		if _, err := c.Exec(sql); err != nil {
			b.Fatal(err)
		}
	}
	k := renew.New(renew.Where)
	id := lesson.Int{N: 41, Kind: lesson.Fits}
	b.ReportAllocs()
	for n := int64(0); b.Loop(); n++ {
		// A clock that goes on while it may, so that each renewal changes the row.
		now := lesson.Int{N: 5 + n%100_000, Kind: lesson.Fits}
		if n%100_000 == 0 && n > 0 {
			if _, err := c.Exec("UPDATE job SET expiry = 10"); err != nil {
				b.Fatal(err)
			}
		}
		renewed, err := k.Renew(c, id, "claim-a", now, lesson.Int{N: now.N + 10, Kind: lesson.Fits})
		if err != nil || !renewed {
			b.Fatalf("at %d: %v, %v", now.N, renewed, err)
		}
	}
}

// BenchmarkMap answers 1,200 cells, and in turn one program of a single call;
// "times" says how much quicker a cell is than such a program.
func BenchmarkMap(b *testing.B) {
	p := renew.Lesson.Programs[0].Program.Clone()
	one := p.Clone()
	one.Steps = one.Steps[:1]
	var mapped, single time.Duration
	cells := lesson.Area{Cols: 40, Rows: 30}
	b.ReportAllocs()
	for b.Loop() {
		begun := time.Now()
		if _, _, err := renew.Lesson.DecisionMap(&p, 0, cells); err != nil {
			b.Fatal(err)
		}
		mapped += time.Since(begun)
		b.StopTimer()
		begun = time.Now()
		program := one.Clone()
		if _, err := renew.Lesson.Run(&program); err != nil {
			b.Fatal(err)
		}
		single += time.Since(begun)
		b.StartTimer()
	}
	b.ReportMetric(1200*float64(single)/float64(mapped), "times")
}
