// The number of the agreement between this loader and lesson.wasm.

/**
 * What lesson.wasm's `leaseplay_abi()` must answer. It is raised together with
 * the Go side whenever an export, an import or the wire format changes.
 */
export const ABI = 1;
