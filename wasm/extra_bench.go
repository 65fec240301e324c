//go:build wasip1 && leaseplay_bench

package main

import (
	"strings"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
)

// extra answers the requests that only a build for scripts/bench knows:
//
//   - "renewals", where and a number: renews a lease so many times, on a fresh
//     database; how many succeeded, and the database's settings;
//   - "open" and where, "renew" and its inputs, "close": the same with a call
//     for each renewal.
//
// Where is "memory", "memdb" or "file".
func extra(what string, r *lesson.Reader, w *lesson.Writer) error {
	switch what {
	case "renewals":
		where, n := r.String(), r.Count()
		b, err := open(where)
		if err != nil {
			return err
		}
		done, err := b.renewals(n)
		if err == nil {
			w.Count(done)
			err = b.settings(w)
		}
		if cerr := b.close(); err == nil {
			err = cerr
		}
		return err
	case "open":
		var err error
		opened, err = open(r.String())
		return err
	case "renew":
		id, token, now, newExpiry := r.Count(), r.String(), r.Count(), r.Count()
		renewed, err := opened.renew(id, token, now, newExpiry)
		w.Flag(renewed)
		return err
	case "close":
		return opened.close()
	}
	return malformed
}

// bench is a fresh database with the lease to renew.
type bench struct {
	c  *sqlite.Conn
	k  *renew.Contract
	db *sqlite.Database // nil in memory
}

var opened *bench // between "open" and "close"

func open(where string) (b *bench, err error) {
	b = &bench{k: renew.New(renew.Where)}
	uri, journal := "file::memory:", "MEMORY"
	switch where {
	case "memdb":
		uri = sqlite.Memory()
	case "file":
		if b.db, err = sqlite.Create(); err != nil {
			return nil, err
		}
		uri, journal = b.db.URI(), "DELETE"
	}
	if b.c, err = sqlite.Open(uri); err != nil {
		return nil, err
	}
	// What web/bench/peers/contract.js sets, too.
	for _, sql := range []string{
		"PRAGMA page_size = 4096", "PRAGMA cache_size = -2000", "PRAGMA synchronous = OFF", "PRAGMA journal_mode = " + journal,
		renew.Lesson.Schema, "INSERT INTO job VALUES (41, 'claim-a', 10)",
	} {
		if _, err := b.c.Exec(sql); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *bench) renew(id int, token string, now, newExpiry int) (bool, error) {
	number := func(n int) lesson.Int { return lesson.Int{N: int64(n), Kind: lesson.Fits} }
	return b.k.Renew(b.c, number(id), token, number(now), number(newExpiry))
}

func (b *bench) renewals(n int) (done int, err error) {
	for i := range n {
		renewed, err := b.renew(41, "claim-a", 5+i, 15+i)
		if err != nil {
			return done, err
		}
		if renewed {
			done++
		}
	}
	return done, nil
}

// settings writes what a benchmark's ways have to have in common.
func (b *bench) settings(w *lesson.Writer) error {
	var all []string
	for _, name := range []string{"page_size", "cache_size", "synchronous", "journal_mode"} {
		rows, err := b.c.Rows("PRAGMA " + name)
		if err != nil {
			return err
		}
		value := rows[0][0].Text
		if value == "" {
			value = lesson.Int{N: rows[0][0].Int, Kind: lesson.Fits}.Decimal()
		}
		all = append(all, name+" "+value)
	}
	w.String(strings.Join(all, ", "))
	return nil
}

func (b *bench) close() error {
	err := b.c.Close()
	if b.db != nil {
		if rerr := b.db.Remove(); err == nil {
			err = rerr
		}
	}
	return err
}
