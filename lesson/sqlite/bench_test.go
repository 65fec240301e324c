// What the cache of statements saves: go test -run '^$' -bench . ./lesson/sqlite

package sqlite_test

import (
	"testing"
	"time"

	"leaseplay/lesson/sqlite"
)

// BenchmarkStatementCache runs one transaction with its statements cached and,
// in turn, compiled anew: "times" says how often the cache makes it quicker.
func BenchmarkStatementCache(b *testing.B) {
	c, err := sqlite.Open(sqlite.Memory())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	for _, sql := range []string{"CREATE TABLE t(id INTEGER PRIMARY KEY, x INTEGER)", "INSERT INTO t VALUES (1, 0)"} {
		if _, err := c.Exec(sql); err != nil {
			b.Fatal(err)
		}
	}
	transaction := func() {
		n, err := c.Immediate("UPDATE t SET x = x + :by WHERE id = :id AND x >= 0",
			sqlite.Param{Name: ":id", Value: sqlite.Int(1)}, sqlite.Param{Name: ":by", Value: sqlite.Int(1)})
		if err != nil || n != 1 {
			b.Fatal(n, err)
		}
	}
	transaction()
	var cached, compiled time.Duration
	const some = 20 // between two looks at the clock
	b.ReportAllocs()
	for b.Loop() {
		begun := time.Now()
		for range some {
			transaction()
		}
		cached += time.Since(begun)
		b.StopTimer()
		begun = time.Now()
		for range some {
			c.Forget()
			transaction()
		}
		compiled += time.Since(begun)
		transaction()
		b.StartTimer()
	}
	b.ReportMetric(float64(compiled)/float64(cached), "times")
}
