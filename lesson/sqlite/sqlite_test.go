package sqlite_test

import (
	"testing"

	"leaseplay/lesson/sqlite"
)

func BenchmarkFresh(b *testing.B) {
	for b.Loop() {
		d, err := sqlite.Create()
		if err != nil {
			b.Fatal(err)
		}
		var cs []*sqlite.Conn
		for range 3 {
			c, err := sqlite.Open(d.URI())
			if err != nil {
				b.Fatal(err)
			}
			cs = append(cs, c)
		}
		cs[0].Exec("PRAGMA synchronous=OFF")
		cs[0].Exec("CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, expiry INTEGER NOT NULL)")
		cs[0].Exec("INSERT INTO job VALUES(41,'claim-a',10)")
		for _, c := range cs {
			n, err := c.Immediate("UPDATE job SET expiry = expiry+1 WHERE id = :id", sqlite.Param{":id", sqlite.Int(41)})
			if n != 1 || err != nil {
				b.Fatal(n, err)
			}
		}
		for _, c := range cs {
			c.Close()
		}
		d.Remove()
	}
}
