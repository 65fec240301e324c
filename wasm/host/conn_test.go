// Connections: opening, locks, journals, handles and messages.

package host

import (
	"slices"
	"testing"
)

func TestOpenAndClose(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=unix => 0
		handle a => 1
		errmsg a => 12 "not an error"
		get_autocommit a => 1
		txn_state a => 0
		exec a "CREATE TABLE t(n)" => 101 0
		exec a "INSERT INTO t VALUES (1), (2)" => 101 0
		changes64 a => 2
		exec a BEGIN => 101 0
		get_autocommit a => 0
		txn_state a => 0
		exec a "SELECT n FROM t" => 100 100 101 0
		txn_state a => 1
		exec a "DELETE FROM t" => 101 0
		txn_state a => 2
		exec a ROLLBACK => 101 0
		close a => 0
		close 0 => 0
		open b file:/x?vfs=unix => 0
		exec b "SELECT n FROM t" => 100 100 101 0
		close b => 0
		vfs_delete file:/x?vfs=unix => 0
		vfs_delete file:/x?vfs=unix => 0
		open c file:/x?vfs=unix 2 => 14
		close c => 0`)
}

func TestOpenFails(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/none?vfs=unix 2 => 14
		errmsg a => 28 "unable to open database file"
		prepare s a "SELECT 1" => 21
		handle s => 0
		errmsg a => 28 "unable to open database file"
		close a => 0
		close a => 21
		open a file:/x?vfs=unix 0x40 => 21
		errmsg a => 33 "bad parameter or other API misuse"
		close a => 0
		open a file:/../x?vfs=unix => 14
		open a file:/..?vfs=unix => 14
		open a file:/a/b?vfs=unix => 14
		open a file:/a%2fb?vfs=unix => 14
		open a file:/a%5Cb?vfs=unix => 14
		open a file:/a%00b?vfs=unix => 14
		open a file:/?vfs=unix => 14
		open a file:/x => 14
		open a file:/x?vfs=unix-none => 14
		open a file:/x?vfs=unix&_pragma=user_version(7) => 14
		open a file:/x#?vfs=unix => 14
		open a /etc/passwd => 14
		open a file:/caf%C3%A9%3f?vfs=unix => 0
		close a => 0
		vfs_delete x => 21
		vfs_delete file:/../x?vfs=unix => 21
		vfs_delete file:/x?vfs=memdb => 21`)
}

func TestBusy(t *testing.T) {
	for _, uri := range []string{"file:/x?vfs=unix", "file:/x?vfs=memdb"} {
		h := newHost(t, Options{})
		run(t, h, `
			open a `+uri+` => 0
			open b `+uri+` => 0
			exec a "CREATE TABLE t(n)" => 101 0
			exec a "INSERT INTO t VALUES (1)" => 101 0
			exec a "BEGIN IMMEDIATE" => 101 0
			exec b "BEGIN IMMEDIATE" => 5 5
			errmsg b => 18 "database is locked"
			get_autocommit b => 1
			exec a "UPDATE t SET n = 2" => 101 0
			prepare s b "SELECT n FROM t" => 0
			step s => 100
			column_int64 s 0 => 1
			exec a COMMIT => 5 5
			errmsg a => 18 "database is locked"
			get_autocommit a => 0
			step s => 101
			exec a COMMIT => 101 0
			reset s => 0
			step s => 100
			column_int64 s 0 => 2
			finalize s => 0
			close a => 0
			close b => 0`)
	}
}

func TestWAL(t *testing.T) {
	opts := Options{TempDir: t.TempDir()}
	h := newHost(t, opts)
	run(t, h, `
		open a file:/x?vfs=unix => 0
		open b file:/x?vfs=unix => 0
		prepare s a "PRAGMA journal_mode = wal" => 0
		step s => 100
		column_text s 0 => 3 "wal"
		finalize s => 0
		exec a "CREATE TABLE t(n)" => 101 0
		exec a "INSERT INTO t VALUES (1)" => 101 0
		prepare s b "SELECT n FROM t" => 0
		exec b BEGIN => 101 0
		step s => 100
		exec a "BEGIN IMMEDIATE" => 101 0
		exec a "UPDATE t SET n = 2" => 101 0
		exec a COMMIT => 101 0
		column_int64 s 0 => 1
		step s => 101
		reset s => 0
		exec b "UPDATE t SET n = 3" => 5 5
		extended_result_codes b 1 => 0
		exec b "UPDATE t SET n = 3" => 517 517
		errmsg b => 18 "database is locked"
		exec b ROLLBACK => 101 0
		exec b "UPDATE t SET n = 3" => 101 0`)
	if left := files(t, opts.TempDir); !slices.Contains(left, "x-wal") {
		t.Errorf("no write-ahead log among the files %q", left)
	}
	run(t, h, `
		vfs_delete file:/x?vfs=unix => 0
		finalize s => 0
		close a => 0
		close b => 0`)
	if left := files(t, opts.TempDir); len(left) != 1 {
		t.Errorf("files %q, want the instance's folder only", left)
	}
}

func TestMemdbIsTheInstancesOwn(t *testing.T) {
	one, two := newHost(t, Options{}), newHost(t, Options{})
	run(t, one, `
		open a file:/map%20%23?vfs=memdb => 0
		exec a "CREATE TABLE t(n)" => 101 0
		open b file:/map%20%23?vfs=memdb => 0
		exec b "SELECT n FROM t" => 101 0`)
	run(t, two, `
		open a file:/map%20%23?vfs=memdb => 0
		exec a "SELECT n FROM t" => 1
		errmsg a => 16 "no such table: t"`)
}

func TestHandlesAreNotConfused(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=memdb => 0
		handle a => 1
		prepare s a "SELECT 1" => 0
		handle s => 2
		step a => 21
		close s => 21
		step s => 100
		finalize s => 0
		step s => 21
		reset s => 21
		finalize s => 21
		clear_bindings s => 21
		bind_int64 s 1 1 => 21
		bind_null s 1 => 21
		bind_text s 1 x => 21
		bind_parameter_count s => 0
		bind_parameter_name s 1 => 0 ""
		column_count s => 0
		column_type s 0 => 5
		column_int64 s 0 => 0
		column_text s 0 => 0 ""
		step 0 => 21
		reset 0 => 0
		finalize 0 => 0
		prepare s a "SELECT 1" => 0
		handle s => 3
		finalize s => 0
		close a => 0
		close a => 21
		prepare s a "SELECT 1" => 21
		handle s => 0
		errmsg a => 33 "bad parameter or other API misuse"
		errmsg 0 => 13 "out of memory"
		errmsg 4000000000 => 33 "bad parameter or other API misuse"
		extended_result_codes a 1 => 21
		changes64 a => 0
		get_autocommit a => 0
		txn_state a => -1
		open b file:/x?vfs=memdb => 0
		handle b => 4`)
}

// TestCloseWithStatements closes a connection that still has one.
func TestCloseWithStatements(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=unix => 0
		open b file:/x?vfs=unix => 0
		exec a "CREATE TABLE t(n)" => 101 0
		exec a "INSERT INTO t VALUES (1), (2)" => 101 0
		prepare s a "SELECT n FROM t" => 0
		step s => 100
		close a => 0
		close a => 21
		prepare r a "SELECT 1" => 21
		step s => 100
		column_int64 s 0 => 2
		exec b "DELETE FROM t" => 5 5
		finalize s => 0
		exec b "DELETE FROM t" => 101 0
		close a => 21`)
}
