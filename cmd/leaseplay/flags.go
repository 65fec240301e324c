// What the commands share: flags, their errors, and the choice of an engine.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"leaseplay/wasm/build"
	"leaseplay/wasm/engine"
	"leaseplay/wasm/host"
)

// flags makes the flag set of a command.
func flags(name string) *pflag.FlagSet {
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	f.Usage = func() {}
	f.SortFlags = false
	return f
}

// parse parses a command's arguments. done is true when the command has
// nothing more to do: help was asked for, or a flag is wrong, and code says
// which.
func parse(f *pflag.FlagSet, args []string, std streams) (code int, done bool) {
	err := f.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		for _, c := range commands {
			if c.name == f.Name() {
				fmt.Fprintf(std.out, "leaseplay %s: %s\n\n%s", c.usage, c.does, f.FlagUsages())
			}
		}
		return exitOK, true
	case err != nil:
		return usage(std, f.Name(), err), true
	}
	return exitOK, false
}

// usage reports wrong usage of a command.
func usage(std streams, name string, err error) int {
	fmt.Fprintf(std.err, "leaseplay %s: %v\n", name, err)
	return exitUsage
}

// fail reports work that couldn't be done.
func fail(std streams, name string, err error) int {
	fmt.Fprintf(std.err, "leaseplay %s: %v\n", name, err)
	return exitFailed
}

// engineFlags are the flags that choose an engine.
type engineFlags struct{ name, wasm string }

func (e *engineFlags) add(f *pflag.FlagSet) {
	f.StringVar(&e.name, "engine", "native", "native, or wasm: the page's lesson.wasm under wazero")
	f.StringVar(&e.wasm, "wasm", "", "with --engine wasm: a lesson.wasm `FILE` to run instead of building one")
}

// check reports what is wrong with the flags alone.
func (e *engineFlags) check() error {
	switch {
	case e.name != "native" && e.name != "wasm":
		return fmt.Errorf("--engine %q: there are native and wasm", e.name)
	case e.wasm != "" && e.name != "wasm":
		return errors.New("--wasm goes with --engine wasm")
	}
	return nil
}

// open starts the engine.
func (e *engineFlags) open(ctx context.Context) (engine.Engine, error) {
	if e.name == "native" {
		return engine.Native(), nil
	}
	var module []byte
	var err error
	if e.wasm != "" {
		if module, err = os.ReadFile(e.wasm); err != nil {
			return nil, fmt.Errorf("--wasm: %w", err)
		}
	} else if module, err = build.Cached(ctx); err != nil {
		return nil, err
	}
	return engine.WASM(ctx, module, host.Options{})
}
