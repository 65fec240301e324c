// What can go wrong with a host, as codes.

package host

// Code says what kind of failure an [Error] is. It is an error itself, for
// errors.Is.
type Code string

// The codes.
const (
	Cache    Code = "cache"    // the folder for compiled modules that was asked for can't be used
	Module   Code = "module"   // not a WebAssembly module that can be compiled
	ABI      Code = "abi"      // imports, exports or ABI version that this host doesn't serve
	Trap     Code = "trap"     // the instance died: a Go panic, an exit, memory that ran out
	Canceled Code = "canceled" // the context ended first; Unwrap has its error
	Closed   Code = "closed"   // the Host has been closed
)

// Error returns the code.
func (c Code) Error() string { return string(c) }

// Error is a failure of a host or of the module it runs.
type Error struct {
	Code    Code
	Message string // one line
	Detail  string // what the instance wrote to stderr, at most 64 KiB: a panic with its stack
	Err     error  // the cause, if there is one
}

// Error returns the code and the message.
func (e *Error) Error() string { return "lesson.wasm: " + string(e.Code) + ": " + e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is this error's [Code].
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}
