//go:build !wasip1

// Command random prints random programs of all lessons in turn, one a line, for
// `leaseplay eval` and whoever else is to run them: the same ones for a seed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/spf13/pflag"

	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
)

func main() {
	n := pflag.Int("programs", 700, "how many")
	seed := pflag.Uint64("seed", 1, "what they are drawn from")
	pflag.Parse()
	if err := write(*n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "random:", err)
		os.Exit(1)
	}
}

func write(n int, seed uint64) error {
	out := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(out)
	r := rand.New(rand.NewPCG(seed, 6))
	for i := range n {
		if err := lines.Encode(lessontest.Random(r, lessons.All[i%len(lessons.All)])); err != nil {
			return err
		}
	}
	return out.Flush()
}
