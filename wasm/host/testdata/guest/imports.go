//go:build wasip1

// Every import of the ABI, those that lesson.wasm leaves out too.

package main

import "unsafe"

//go:wasmimport sqlite3 sqlite3_step
func sqlite3_step(s uint32) int32

//go:wasmimport sqlite3 sqlite3_reset
func sqlite3_reset(s uint32) int32

//go:wasmimport sqlite3 sqlite3_finalize
func sqlite3_finalize(s uint32) int32

//go:wasmimport sqlite3 sqlite3_clear_bindings
func sqlite3_clear_bindings(s uint32) int32

//go:wasmimport sqlite3 sqlite3_bind_int64
func sqlite3_bind_int64(s uint32, i int32, n int64) int32

//go:wasmimport sqlite3 sqlite3_bind_null
func sqlite3_bind_null(s uint32, i int32) int32

//go:wasmimport sqlite3 sqlite3_bind_parameter_count
func sqlite3_bind_parameter_count(s uint32) int32

//go:wasmimport sqlite3 sqlite3_column_count
func sqlite3_column_count(s uint32) int32

//go:wasmimport sqlite3 sqlite3_column_type
func sqlite3_column_type(s uint32, i int32) int32

//go:wasmimport sqlite3 sqlite3_column_int64
func sqlite3_column_int64(s uint32, i int32) int64

//go:wasmimport sqlite3 sqlite3_changes64
func sqlite3_changes64(d uint32) int64

//go:wasmimport sqlite3 sqlite3_get_autocommit
func sqlite3_get_autocommit(d uint32) int32

//go:wasmimport sqlite3 sqlite3_txn_state
func sqlite3_txn_state(d uint32, schema uint32) int32

//go:wasmimport sqlite3 sqlite3_extended_result_codes
func sqlite3_extended_result_codes(d uint32, on int32) int32

//go:wasmimport sqlite3 sqlite3_close_v2
func sqlite3_close_v2(d uint32) int32

//go:wasmimport leaseplay sqlite3_open_v2
func sqlite3_open_v2(name string, flags int32, d *uint32) int32

//go:wasmimport leaseplay sqlite3_prepare_v3
func sqlite3_prepare_v3(d uint32, sql string, flags int32, s *uint32) int32

//go:wasmimport leaseplay sqlite3_bind_text
func sqlite3_bind_text(s uint32, i int32, text string) int32

//go:wasmimport leaseplay sqlite3_bind_parameter_name
func sqlite3_bind_parameter_name(s uint32, i int32, buf unsafe.Pointer, size int32) int32

//go:wasmimport leaseplay sqlite3_column_text
func sqlite3_column_text(s uint32, i int32, buf unsafe.Pointer, size int32) int32

//go:wasmimport leaseplay sqlite3_errmsg
func sqlite3_errmsg(d uint32, buf unsafe.Pointer, size int32) int32

//go:wasmimport leaseplay vfs_delete
func vfs_delete(name string) int32

//go:wasmimport wasi_snapshot_preview1 proc_exit
func proc_exit(code int32)
