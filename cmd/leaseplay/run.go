// The command run: prints what a lesson's program prints.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

func cmdRun(ctx context.Context, args []string, std streams) int {
	f := flags("run")
	var eng engineFlags
	file := f.String("program", "", "run the program in a JSON `FILE` (- for standard input) instead of the lesson's default one")
	variant := f.String("variant", "", "run a classic mistake by its `NAME`")
	asJSON := f.Bool("json", false, "print the whole outcome as JSON")
	eng.add(f)
	// Every field of a lesson is a flag, and one of another lesson's is
	// reported as such, so all of them are known before the lesson is.
	fields := fieldFlags(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	if err := eng.check(); err != nil {
		return usage(std, "run", err)
	}
	if f.NArg() != 1 {
		return usage(std, "run", fmt.Errorf("name one lesson: %s", lessonNames()))
	}
	l, err := lessons.Find(f.Arg(0))
	if err != nil {
		return usage(std, "run", errors.New(strings.TrimPrefix(err.Error(), "lesson: ")))
	}
	p := l.Default()
	if *file != "" {
		read, err := readProgram(*file, std.in)
		if err != nil {
			return usage(std, "run", fmt.Errorf("--program %s: %w", *file, err))
		}
		if read.Lesson != l.Name {
			return usage(std, "run", fmt.Errorf("--program %s: its lesson is %q, not %q", *file, read.Lesson, l.Name))
		}
		p = *read
	}
	if f.Changed("variant") {
		if *variant != "" && l.Variant(*variant) == nil {
			p.Variant = *variant
			return usage(std, "run", fmt.Errorf("--%w", l.Check(&p)))
		}
		p.Variant = *variant
	}
	for _, name := range fields {
		if flag := f.Lookup(flagName(name)); flag.Changed {
			if err := l.SetFirst(&p, name, flag.Value.String()); err != nil {
				return usage(std, "run", fmt.Errorf("--%s: no step of this program has a field %s", flagName(name), name))
			}
		}
	}
	if err := l.Check(&p); err != nil {
		return usage(std, "run", err)
	}
	e, err := eng.open(ctx)
	if err != nil {
		return fail(std, "run", err)
	}
	defer e.Close()
	out, err := e.Run(ctx, &p)
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

// fieldFlags makes a flag for every field of every lesson's operations, and
// returns the fields' names.
func fieldFlags(f *pflag.FlagSet) []string {
	var names []string
	for _, l := range lessons.All {
		for _, op := range l.Ops {
			for _, field := range op.Fields {
				if f.Lookup(flagName(field.Name)) == nil {
					names = append(names, field.Name)
					f.String(flagName(field.Name), "", "set "+field.Name+" in the first call that has it, to this `TEXT`")
				}
			}
		}
	}
	return names
}

func flagName(field string) string { return strings.ReplaceAll(field, "_", "-") }

func readProgram(file string, stdin io.Reader) (*lesson.Program, error) {
	var text []byte
	var err error
	if file == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	return lesson.ParseProgram(text)
}

func lessonNames() string {
	var names []string
	for _, l := range lessons.All {
		names = append(names, l.Name)
	}
	return strings.Join(names, ", ")
}
