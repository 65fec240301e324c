//go:build !wasip1

package renew_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
	"leaseplay/lesson/sqlite/faultvfs"
)

// TestFaults fails the n-th call of every kind during a renewal, for every n
// until the renewal gets through. After each: the row is as it was unless the
// renewal reported success, the error is the fault's, nothing stays open, and
// the same connection renews when the fault is over.
func TestFaults(t *testing.T) {
	type fault struct {
		name string
		op   faultvfs.Op
		full bool
	}
	faults := []fault{{"full disk", faultvfs.Write, true}}
	for _, op := range faultvfs.Ops {
		faults = append(faults, fault{string(op), op, false})
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			failed := 0
			for n := 1; ; n++ {
				code := f.op.Code()
				if f.full {
					code = faultvfs.Full
				}
				db := newDB(t, "PRAGMA synchronous = FULL")
				fired := db.vfs.FailNth(f.op, n, code)
				renewed, err := db.renew("5", "15")
				db.vfs.Hook = nil
				if !fired() {
					if !renewed || err != nil {
						t.Fatalf("without a fault: %v, %v", renewed, err)
					}
					break
				}
				db.check(t, renewed, err, sqlite.Code(code), "10", "15")
				if err != nil {
					failed++
				}
			}
			t.Logf("%d faults made the renewal fail", failed)
			if failed == 0 && f.op != faultvfs.Truncate { // a renewal in journal mode delete truncates nothing
				t.Error("no fault made the renewal fail")
			}
		})
	}
}

// TestInterrupt interrupts a renewal at every call of the VFS.
func TestInterrupt(t *testing.T) {
	failed := 0
	for n := 1; ; n++ {
		db := newDB(t, "PRAGMA synchronous = FULL")
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		db.vfs.Hook = func(faultvfs.Op) error {
			if calls++; calls == n {
				cancel()
			}
			return nil
		}
		db.conn.SetInterrupt(ctx)
		renewed, err := db.renew("5", "15")
		db.vfs.Hook = nil
		db.conn.SetInterrupt(context.Background())
		cancel()
		if calls < n {
			break
		}
		db.check(t, renewed, err, sqlite.INTERRUPT, "10", "15")
		if err != nil {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no interrupt stopped the renewal")
	}
}

type testDB struct {
	vfs  *faultvfs.VFS
	uri  string
	conn *sqlite.Conn
}

func newDB(t *testing.T, pragma string) *testDB {
	t.Helper()
	v := faultvfs.New()
	db := &testDB{vfs: v, uri: "file:" + filepath.ToSlash(filepath.Join(t.TempDir(), "job.db")) + "?vfs=" + v.Name}
	var err error
	if db.conn, err = sqlite.Open(db.uri); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.conn.Close(); v.Close() })
	for _, sql := range []string{pragma, renew.Lesson.Schema, "INSERT INTO job VALUES (41, 'claim-a', 10)"} {
		if _, err := db.conn.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func (db *testDB) renew(now, newExpiry string) (bool, error) {
	return renew.New(renew.Where).Renew(db.conn, lesson.ReadInt("41"), "claim-a", lesson.ReadInt(now), lesson.ReadInt(newExpiry))
}

// check compares what a faulty renewal said with what is stored.
func (db *testDB) check(t *testing.T, renewed bool, err error, want sqlite.Code, before, after string) {
	t.Helper()
	if err != nil && (renewed || !errors.Is(err, want) && !errors.Is(err, want.Primary())) {
		t.Errorf("got %v, %v (%T); want an error %v", renewed, err, err, want)
	}
	if err == nil && !renewed {
		t.Errorf("a renewal that may succeed said False")
	}
	if !db.conn.Autocommit() {
		t.Error("a transaction is still open")
	}
	expiry := before
	if renewed {
		expiry = after
	}
	fresh, ferr := sqlite.Open(db.uri)
	if ferr != nil {
		t.Fatal(ferr)
	}
	defer fresh.Close()
	for name, c := range map[string]*sqlite.Conn{"a fresh connection": fresh, "the same connection": db.conn} {
		rows, rerr := c.Rows("SELECT expiry FROM job")
		if rerr != nil || len(rows) != 1 || rows[0][0].Int != lesson.ReadInt(expiry).N {
			t.Errorf("%s sees %v, %v after %v, %v; want expiry %s", name, rows, rerr, renewed, err, expiry)
		}
	}
	if again, err := db.renew("6", "16"); !again || err != nil {
		t.Errorf("afterwards a renewal gives %v, %v", again, err)
	}
}
