//go:build wasip1 && leaseplay_test

package main

import "leaseplay/lesson"

// extra answers the requests that only a test build knows: "panic" traps, so
// that tests can see a host recover.
func extra(what string, _ *lesson.Reader, _ *lesson.Writer) error {
	if what == "panic" {
		panic("a test asked for a panic")
	}
	return malformed
}
