//go:build wasip1 && leaseplay_test

package main

// test answers the requests that only a test build knows: "panic" traps, so
// that tests can see a host recover.
func test(what string) error {
	if what == "panic" {
		panic("a test asked for a panic")
	}
	return malformed
}
