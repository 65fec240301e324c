// Progress of long work, on a terminal.
package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// progress counts long work on stderr, if that is a terminal.
type progress struct {
	w    io.Writer
	what string
	on   bool
}

func newProgress(w io.Writer, what string) *progress {
	f, ok := w.(*os.File)
	return &progress{w, what, ok && term.IsTerminal(int(f.Fd()))}
}

func (p *progress) done(n int) {
	if p.on && n%50 == 0 {
		fmt.Fprintf(p.w, "\r%d %s", n, p.what)
	}
}

func (p *progress) clear() {
	if p.on {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func (p *progress) end() { p.clear() }
