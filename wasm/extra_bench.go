//go:build wasip1 && leaseplay_bench

package main

import (
	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
)

// extra answers the request that only a build for scripts/bench knows:
// "renewals", "memory" or "file", and a number. It renews a lease so many
// times, on a fresh database, and says how many succeeded.
func extra(what string, r *lesson.Reader, w *lesson.Writer) error {
	if what != "renewals" {
		return malformed
	}
	where, n := r.String(), r.Count()
	if where == "memory" {
		done, err := renewals(sqlite.Memory(), n)
		w.Count(done)
		return err
	}
	db, err := sqlite.Create()
	if err != nil {
		return err
	}
	done, err := renewals(db.URI(), n)
	w.Count(done)
	if rerr := db.Remove(); err == nil {
		err = rerr
	}
	return err
}

func renewals(uri string, n int) (done int, err error) {
	c, err := sqlite.Open(uri)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	// The peers' files wait for no disk either: there is none in a tab.
	for _, sql := range []string{"PRAGMA synchronous = OFF", renew.Lesson.Schema, "INSERT INTO job VALUES (41, 'claim-a', 10)"} {
		if _, err := c.Exec(sql); err != nil {
			return 0, err
		}
	}
	k := renew.New(renew.Where)
	for i := range n {
		now := int64(5 + i)
		renewed, err := k.Renew(c, lesson.Int{N: 41, Kind: lesson.Fits}, "claim-a",
			lesson.Int{N: now, Kind: lesson.Fits}, lesson.Int{N: now + 10, Kind: lesson.Fits})
		if err != nil {
			return done, err
		}
		if renewed {
			done++
		}
	}
	return done, nil
}
