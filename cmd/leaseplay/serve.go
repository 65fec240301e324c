// The command serve: serves a folder as the site's host would.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"leaseplay/web"
)

func cmdServe(ctx context.Context, args []string, std streams) int {
	f := flags("serve")
	dir := f.String("dir", "dist", "the `DIR` to serve, as build writes it")
	addr := f.String("addr", "127.0.0.1:8080", "the `HOST:PORT` to listen on; port 0 takes a free one")
	if code, done := parse(f, args, std); done {
		return code
	}
	if f.NArg() > 0 {
		return usage(std, "serve", fmt.Errorf("%q: serve takes flags only", f.Arg(0)))
	}
	if info, err := os.Stat(*dir); errors.Is(err, os.ErrNotExist) {
		return usage(std, "serve", fmt.Errorf("--dir %s: there is no such folder; 'leaseplay build --out %[1]s' writes the site", *dir))
	} else if err != nil {
		return usage(std, "serve", fmt.Errorf("--dir: %w", err))
	} else if !info.IsDir() {
		return usage(std, "serve", fmt.Errorf("--dir %s is not a folder", *dir))
	}
	if _, _, err := net.SplitHostPort(*addr); err != nil {
		return usage(std, "serve", fmt.Errorf("--addr %q: it has to be HOST:PORT, such as 127.0.0.1:8080", *addr))
	}
	err := web.Serve(ctx, *dir, *addr, func(url string) {
		fmt.Fprintf(std.out, "%s is at %s (Ctrl-C stops)\n", *dir, url)
	})
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fail(std, "serve", fmt.Errorf("--addr %s is taken: stop what listens there, or choose another, such as 127.0.0.1:0 for a free port", *addr))
	case err != nil:
		return fail(std, "serve", fmt.Errorf("--addr %s: %w", *addr, err))
	}
	return exitOK
}
