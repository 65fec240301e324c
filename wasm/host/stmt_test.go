// Statements: parameters, columns, results, and what sqlite3_errmsg says of
// them.

package host

import (
	"strings"
	"testing"
)

func TestBindAndColumns(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=memdb => 0
		prepare s a "SELECT ?1, :token, @n, 2.5, x'6162', NULL" 1 => 0
		bind_parameter_count s => 3
		bind_parameter_name s 1 => 2 "?1"
		bind_parameter_name s 2 => 6 ":token"
		bind_parameter_name s 2 3 => 6 ":to"
		bind_parameter_name s 3 => 2 "@n"
		bind_parameter_name s 4 => 0 ""
		bind_int64 s 1 -9223372036854775808 => 0
		bind_text s 2 "claim-a" => 0
		bind_int64 s 3 9223372036854775807 => 0
		column_count s => 6
		column_type s 0 => 5
		step s => 100
		column_type s 0 => 1
		column_int64 s 0 => -9223372036854775808
		column_text s 0 => 20 "-9223372036854775808"
		column_type s 1 => 3
		column_text s 1 => 7 "claim-a"
		column_int64 s 2 => 9223372036854775807
		column_type s 3 => 2
		column_text s 3 => 3 "2.5"
		column_int64 s 3 => 2
		column_type s 4 => 4
		column_text s 4 => 2 "ab"
		column_type s 5 => 5
		column_text s 5 => 0 ""
		column_int64 s 5 => 0
		column_type s 6 => 5
		errmsg a => 25 "column index out of range"
		column_int64 s -1 => 0
		bind_null s 1 => 21
		errmsg a => 33 "bad parameter or other API misuse"
		step s => 101
		reset s => 0
		bind_null s 2 => 0
		clear_bindings s => 0
		bind_int64 s 4 1 => 25
		errmsg a => 25 "column index out of range"
		bind_text s 0 x => 25
		finalize s => 0`)
}

func TestText(t *testing.T) {
	long := strings.Repeat("näh", 50_000)
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=memdb => 0
		prepare s a "SELECT ?1, length(?1), octet_length(?1), typeof(?1)" => 0
		bind_text s 1 "" => 0
		step s => 100
		column_type s 0 => 3
		column_text s 0 => 0 ""
		column_text s 3 => 4 "text"
		reset s => 0
		bind_text s 1 "a\x00b\x00" => 0
		step s => 100
		column_text s 0 => 4 "a\x00b\x00"
		column_int64 s 2 => 4
		reset s => 0
		bind_text s 1 "né" => 0
		step s => 100
		column_text s 0 2 => 3 "n\xc3"
		column_text s 0 0 => 3 ""
		column_text s 0 3 => 3 "né"
		column_int64 s 1 => 2
		reset s => 0
		bind_text s 1 "`+long+`" => 0
		step s => 100
		column_text s 0 4 => 200000 "näh"
		column_text s 0 200000 => 200000 "`+long+`"
		column_int64 s 1 => 150000
		reset s => 0
		finalize s => 0
		prepare s a "SELECT 'ü?' -- né" => 0
		finalize s => 0`)
}

func TestErrors(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=unix => 0
		prepare s a "SELEC 1" => 1
		handle s => 0
		errmsg a => 26 "near \"SELEC\": syntax error"
		errmsg a 4 => 26 "near"
		errmsg a 0 => 26 ""
		prepare s a "" => 0
		handle s => 0
		prepare s a "-- nothing" => 0
		handle s => 0
		errmsg a => 12 "not an error"
		exec a "CREATE TABLE t(n INTEGER PRIMARY KEY, u TEXT NOT NULL UNIQUE)" => 101 0
		exec a "INSERT INTO t VALUES (1, 'x')" => 101 0
		prepare s a "INSERT INTO t VALUES (2, ?)" => 0
		bind_text s 1 x => 0
		step s => 19
		errmsg a => 29 "UNIQUE constraint failed: t.u"
		get_autocommit a => 1
		changes64 a => 0
		reset s => 19
		errmsg a => 29 "UNIQUE constraint failed: t.u"
		extended_result_codes a 1 => 0
		step s => 2067
		reset s => 2067
		reset s => 0
		bind_text s 1 y => 0
		step s => 101
		reset s => 0
		bind_null s 1 => 0
		step s => 1299
		errmsg a => 31 "NOT NULL constraint failed: t.u"
		finalize s => 1299
		extended_result_codes a 0 => 0
		exec a "SELECT n FROM t WHERE n = abs(-9223372036854775808)" => 1 1
		errmsg a => 16 "integer overflow"
		exec a COMMIT => 1 1
		errmsg a => 40 "cannot commit - no transaction is active"
		open b file:/x?vfs=unix 1 => 0
		exec b "DELETE FROM t" => 8 8
		errmsg b => 36 "attempt to write a readonly database"
		open c file:/x?vfs=unix 0x2000046 => 0
		exec c "INSERT INTO t VALUES (3, 'x')" => 2067 2067`)
}

// TestNoMemory makes SQLite want more than the 256 MiB that a connection has.
func TestNoMemory(t *testing.T) {
	run(t, newHost(t, Options{}), `
		open a file:/x?vfs=memdb => 0
		prepare s a "SELECT randomblob(900000000)" => 0
		step s => 7
		errmsg a => 13 "out of memory"
		reset s => 7
		finalize s => 0
		exec a "SELECT 1" => 100 101 0
		exec a "SELECT zeroblob(1000000001)" => 18 18
		errmsg a => 22 "string or blob too big"`)
}
