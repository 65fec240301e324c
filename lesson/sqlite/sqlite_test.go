package sqlite_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"leaseplay/lesson/sqlite"
)

func open(t *testing.T, uri string) *sqlite.Conn {
	t.Helper()
	c, err := sqlite.Open(uri)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func exec(t *testing.T, c *sqlite.Conn, sql string, params ...sqlite.Param) int64 {
	t.Helper()
	n, err := c.Exec(sql, params...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func create(t *testing.T) *sqlite.Database {
	t.Helper()
	db, err := sqlite.Create()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Remove() })
	return db
}

func TestBusy(t *testing.T) {
	db := create(t)
	first, second := open(t, db.URI()), open(t, db.URI())
	exec(t, first, "CREATE TABLE t(x INTEGER)")
	exec(t, first, "INSERT INTO t VALUES (1)")
	exec(t, first, "BEGIN IMMEDIATE")
	exec(t, first, "UPDATE t SET x = 2")
	_, err := second.Immediate("UPDATE t SET x = 3")
	if !errors.Is(err, sqlite.BUSY) || err.Error() != "database is locked" {
		t.Errorf("a second writer got %v; want BUSY, database is locked", err)
	}
	if rows, err := second.Rows("SELECT x FROM t"); err != nil || rows[0][0].Int != 1 {
		t.Errorf("a reader got %v, %v; want the committed 1", rows, err)
	}
	if s := first.TxnState(); s != sqlite.TxnWrite {
		t.Errorf("the writer's transaction state is %d", s)
	}
	exec(t, first, "COMMIT")
	if n, err := second.Immediate("UPDATE t SET x = 3"); n != 1 || err != nil {
		t.Errorf("after the commit: %d, %v", n, err)
	}
}

func TestTransactionKeepsFirstError(t *testing.T) {
	c := open(t, create(t).URI())
	exec(t, c, "CREATE TABLE t(x INTEGER UNIQUE)")
	exec(t, c, "INSERT INTO t VALUES (1)")
	_, err := c.Immediate("INSERT INTO t VALUES (1)")
	var e *sqlite.Error
	if !errors.As(err, &e) || !errors.Is(err, sqlite.CONSTRAINT) || e.Msg != "UNIQUE constraint failed: t.x" {
		t.Errorf("got %v (%T)", err, err)
	}
	if !c.Autocommit() {
		t.Error("the transaction is still open")
	}
}

// TestNestedTransaction: a BEGIN inside a transaction is refused and leaves
// the outer one alone.
func TestNestedTransaction(t *testing.T) {
	c := open(t, create(t).URI())
	exec(t, c, "CREATE TABLE t(x INTEGER)")
	exec(t, c, "BEGIN IMMEDIATE")
	exec(t, c, "INSERT INTO t VALUES (1)")
	if _, err := c.Immediate("INSERT INTO t VALUES (2)"); err == nil ||
		err.Error() != "cannot start a transaction within a transaction" {
		t.Errorf("got %v", err)
	}
	if c.Autocommit() {
		t.Fatal("the outer transaction is gone")
	}
	exec(t, c, "COMMIT")
	if rows, err := c.Rows("SELECT x FROM t"); err != nil || len(rows) != 1 || rows[0][0].Int != 1 {
		t.Errorf("stored %v, %v", rows, err)
	}
}

func TestTextByteForByte(t *testing.T) {
	c := open(t, create(t).URI())
	exec(t, c, "CREATE TABLE t(x TEXT)")
	for _, s := range []string{"", "a\x00b", "\ufeffa", " a ", "é", "e\u0301", "日本語", strings.Repeat("x", 5000), "\U0001F600"} {
		exec(t, c, "DELETE FROM t")
		exec(t, c, "INSERT INTO t VALUES (:x)", sqlite.Param{Name: ":x", Value: sqlite.Text(s)})
		rows, err := c.Rows("SELECT x FROM t WHERE x = :x", sqlite.Param{Name: ":x", Value: sqlite.Text(s)})
		if err != nil || len(rows) != 1 || rows[0][0] != sqlite.Text(s) {
			t.Errorf("%q came back as %v, %v", s, rows, err)
		}
	}
}

func TestLoneSurrogates(t *testing.T) {
	c := open(t, create(t).URI())
	exec(t, c, "CREATE TABLE t(x TEXT)")
	for text, want := range map[string]string{
		"\xed\xa0\x80":                  `'utf-8' codec can't encode character '\ud800' in position 0: surrogates not allowed`,
		"é😀\xed\xbf\xbf":                `'utf-8' codec can't encode character '\udfff' in position 2: surrogates not allowed`,
		"a\xed\xa0\x80\xed\xa0\x80b":    `'utf-8' codec can't encode characters in position 1-2: surrogates not allowed`,
		"\xed\xa0\x80x\xed\xa0\x81\xed": `'utf-8' codec can't encode character '\ud800' in position 0: surrogates not allowed`,
	} {
		_, err := c.Immediate("INSERT INTO t VALUES (:x)", sqlite.Param{Name: ":x", Value: sqlite.Text(text)})
		var e *sqlite.EncodeError
		if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
		if !c.Autocommit() {
			t.Error("the transaction is still open")
		}
	}
}

func TestParams(t *testing.T) {
	c := open(t, create(t).URI())
	if _, err := c.Exec("SELECT :a"); !errors.Is(err, sqlite.MISUSE) || err.Error() != "no value for parameter :a" {
		t.Errorf("a missing value: %v", err)
	}
	if _, err := c.Exec("SELECT :a", sqlite.Param{Name: ":a"}); !errors.Is(err, sqlite.MISUSE) {
		t.Errorf("a value without a type: %v", err)
	}
	rows, err := c.Rows("SELECT :a, :b", sqlite.Param{Name: ":b", Value: sqlite.Null()}, sqlite.Param{Name: ":a", Value: sqlite.Int(-1 << 63)})
	if err != nil || rows[0][0] != sqlite.Int(-1<<63) || rows[0][1] != sqlite.Null() {
		t.Errorf("got %v, %v", rows, err)
	}
}

func TestTrace(t *testing.T) {
	c := open(t, create(t).URI())
	exec(t, c, "CREATE TABLE t(x INTEGER, y TEXT)")
	var got []sqlite.Statement
	c.Trace = func(s sqlite.Statement) { got = append(got, s) }
	if _, err := c.Immediate("INSERT INTO t VALUES (:x, :y)",
		sqlite.Param{Name: ":x", Value: sqlite.Int(7)}, sqlite.Param{Name: ":y", Value: sqlite.Text("it's")}); err != nil {
		t.Fatal(err)
	}
	want := []sqlite.Statement{{SQL: "BEGIN IMMEDIATE"}, {SQL: "INSERT INTO t VALUES (:x, :y)", Changes: 1}, {SQL: "COMMIT"}}
	if len(got) != len(want) || len(got[1].Params) != 2 {
		t.Fatalf("traced %v", got)
	}
	for i := range want {
		if g, w := got[i], want[i]; g.SQL != w.SQL || g.Changes != w.Changes || g.Err != nil {
			t.Errorf("traced %v; want %v", g, w)
		}
	}
}

func TestOpenError(t *testing.T) {
	_, err := sqlite.Open("file:" + t.TempDir() + "/no/such/folder/job.db")
	if !errors.Is(err, sqlite.CANTOPEN) || err.Error() != "unable to open database file" {
		t.Errorf("got %v", err)
	}
}

// TestRemove: nothing of a run is left in the temporary folder.
func TestRemove(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	db, err := sqlite.Create()
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, db.URI())
	exec(t, c, "CREATE TABLE t(x)")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Remove(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
