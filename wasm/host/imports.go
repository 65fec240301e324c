// The functions that a module may import.

package host

import (
	"context"

	"leaseplay/wasm/internal/abi"

	"github.com/tetratelabs/wazero/api"
)

// function is an import that this package serves.
type function struct {
	module, name, signature string
	call                    func(in *instance, a args) uint64
}

// imports are all of them. Those of module sqlite3 take only integers and
// handles; those of module leaseplay carry text, which the host copies.
//
// https://sqlite.org/c3ref/funclist.html
var imports = []function{
	{"sqlite3", "sqlite3_bind_int64", "(i32 i32 i64) i32", (*instance).bindInt64},
	{"sqlite3", "sqlite3_bind_null", "(i32 i32) i32", (*instance).bindNull},
	{"sqlite3", "sqlite3_bind_parameter_count", "(i32) i32", (*instance).bindParameterCount},
	{"sqlite3", "sqlite3_changes64", "(i32) i64", (*instance).changes64},
	{"sqlite3", "sqlite3_clear_bindings", "(i32) i32", (*instance).clearBindings},
	{"sqlite3", "sqlite3_close_v2", "(i32) i32", (*instance).closeV2},
	{"sqlite3", "sqlite3_column_count", "(i32) i32", (*instance).columnCount},
	{"sqlite3", "sqlite3_column_int64", "(i32 i32) i64", (*instance).columnInt64},
	{"sqlite3", "sqlite3_column_type", "(i32 i32) i32", (*instance).columnType},
	{"sqlite3", "sqlite3_extended_result_codes", "(i32 i32) i32", (*instance).extendedResultCodes},
	{"sqlite3", "sqlite3_finalize", "(i32) i32", (*instance).finalize},
	{"sqlite3", "sqlite3_get_autocommit", "(i32) i32", (*instance).getAutocommit},
	{"sqlite3", "sqlite3_reset", "(i32) i32", (*instance).reset},
	{"sqlite3", "sqlite3_step", "(i32) i32", (*instance).step},
	{"sqlite3", "sqlite3_txn_state", "(i32 i32) i32", (*instance).txnState},

	{"leaseplay", "sqlite3_bind_parameter_name", "(i32 i32 i32 i32) i32", (*instance).bindParameterName},
	{"leaseplay", "sqlite3_bind_text", "(i32 i32 i32 i32) i32", (*instance).bindText},
	{"leaseplay", "sqlite3_column_text", "(i32 i32 i32 i32) i32", (*instance).columnText},
	{"leaseplay", "sqlite3_errmsg", "(i32 i32 i32) i32", (*instance).errmsg},
	{"leaseplay", "sqlite3_open_v2", "(i32 i32 i32 i32) i32", (*instance).openV2},
	{"leaseplay", "sqlite3_prepare_v3", "(i32 i32 i32 i32 i32) i32", (*instance).prepareV3},
	{"leaseplay", "vfs_delete", "(i32 i32) i32", (*instance).vfsDelete},
}

// provide makes the imports available to modules of the runtime. They act on
// the Host's instance of the time.
func (h *Host) provide(ctx context.Context) error {
	for _, module := range []string{"sqlite3", "leaseplay"} {
		builder := h.runtime.NewHostModuleBuilder(module)
		for _, f := range imports {
			if f.module != module {
				continue
			}
			params, results := abi.Types(f.signature)
			builder.NewFunctionBuilder().
				WithGoModuleFunction(api.GoModuleFunc(func(_ context.Context, mod api.Module, stack []uint64) {
					stack[0] = f.call(h.inst, args{stack, mod.Memory()})
				}), params, results).
				Export(f.name)
		}
		if _, err := builder.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}
