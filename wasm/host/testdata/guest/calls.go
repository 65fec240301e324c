//go:build wasip1

// The calls of a script that are imports, by the C API's name without its
// sqlite3_.

package main

import (
	"strings"
	"unsafe"
)

func call(l line) string {
	switch l[0] {
	case "open": // variable, URI, flags
		var d uint32
		rc := sqlite3_open_v2(l[2], int32(l.num(3, 0x46)), &d)
		handles[l[1]] = d
		return i32(rc)
	case "prepare": // variable, connection, SQL, flags
		s := ^uint32(0)
		rc := sqlite3_prepare_v3(l.handle(2), l[3], l.i32(4), &s)
		handles[l[1]] = s
		return i32(rc)
	case "exec": // connection, SQL: the codes of prepare or each step, then of finalize
		return exec(l.handle(1), l[2])
	case "handle":
		return i64(int64(l.handle(1)))
	case "close":
		return i32(sqlite3_close_v2(l.handle(1)))
	case "vfs_delete":
		return i32(vfs_delete(l[1]))
	case "changes64":
		return i64(sqlite3_changes64(l.handle(1)))
	case "get_autocommit":
		return i32(sqlite3_get_autocommit(l.handle(1)))
	case "txn_state":
		return i32(sqlite3_txn_state(l.handle(1), uint32(l.num(2, 0))))
	case "extended_result_codes":
		return i32(sqlite3_extended_result_codes(l.handle(1), l.i32(2)))
	case "errmsg":
		return l.read(2, func(buf unsafe.Pointer, size int32) int32 { return sqlite3_errmsg(l.handle(1), buf, size) })
	}
	return callStmt(l)
}

func callStmt(l line) string {
	switch l[0] {
	case "step":
		return i32(sqlite3_step(l.handle(1)))
	case "reset":
		return i32(sqlite3_reset(l.handle(1)))
	case "finalize":
		return i32(sqlite3_finalize(l.handle(1)))
	case "clear_bindings":
		return i32(sqlite3_clear_bindings(l.handle(1)))
	case "bind_int64":
		return i32(sqlite3_bind_int64(l.handle(1), l.i32(2), l.num(3, 0)))
	case "bind_null":
		return i32(sqlite3_bind_null(l.handle(1), l.i32(2)))
	case "bind_text":
		return i32(sqlite3_bind_text(l.handle(1), l.i32(2), l[3]))
	case "bind_parameter_count":
		return i32(sqlite3_bind_parameter_count(l.handle(1)))
	case "bind_parameter_name":
		return l.read(3, func(buf unsafe.Pointer, size int32) int32 {
			return sqlite3_bind_parameter_name(l.handle(1), l.i32(2), buf, size)
		})
	case "column_count":
		return i32(sqlite3_column_count(l.handle(1)))
	case "column_type":
		return i32(sqlite3_column_type(l.handle(1), l.i32(2)))
	case "column_int64":
		return i64(sqlite3_column_int64(l.handle(1), l.i32(2)))
	case "column_text":
		return l.read(3, func(buf unsafe.Pointer, size int32) int32 {
			return sqlite3_column_text(l.handle(1), l.i32(2), buf, size)
		})
	}
	return misbehave(l)
}

// exec runs one statement to its end.
func exec(d uint32, sql string) string {
	var s uint32
	if rc := sqlite3_prepare_v3(d, sql, 0, &s); rc != 0 {
		return i32(rc)
	}
	var codes []string
	for {
		rc := sqlite3_step(s)
		codes = append(codes, i32(rc))
		if rc != 100 {
			codes = append(codes, i32(sqlite3_finalize(s)))
			return strings.Join(codes, " ")
		}
	}
}
