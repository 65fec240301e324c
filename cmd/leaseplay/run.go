// The command run: prints what a lesson's program prints.
package main

import (
	"context"
	"fmt"
)

func cmdRun(ctx context.Context, args []string, std streams) int {
	f := flags("run")
	var eng engineFlags
	var prog programFlags
	prog.add(f)
	asJSON := f.Bool("json", false, "print the whole outcome as JSON")
	eng.add(f)
	prog.addFields(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	if err := eng.check(); err != nil {
		return usage(std, "run", err)
	}
	l, p, err := prog.read(f, std.in)
	if err != nil {
		return usage(std, "run", err)
	}
	e, err := eng.open(ctx)
	if err != nil {
		return fail(std, "run", err)
	}
	defer e.Close()
	out, err := e.Run(ctx, p)
	if err != nil {
		return fail(std, "run", err)
	}
	if *asJSON {
		fmt.Fprintf(std.out, "%s\n", l.JSON(out))
		return exitOK
	}
	for _, line := range out.Lines {
		fmt.Fprintln(std.out, line)
	}
	return exitOK
}
