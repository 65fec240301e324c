// The command eval: one program a line in, one outcome a line out.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/sqlite"
)

func cmdEval(ctx context.Context, args []string, std streams) int {
	f := flags("eval")
	var eng engineFlags
	eng.add(f)
	keep := f.String("keep", "", "keep each program's database in the folder `DIR`, as LINE.db; what a step committed is on the disk before the next begins")
	if code, done := parse(f, args, std); done {
		return code
	}
	if err := eng.check(); err != nil {
		return usage(std, "eval", err)
	}
	if *keep != "" && eng.name != "native" {
		return usage(std, "eval", errors.New("--keep goes with --engine native: the other one has its files to itself"))
	}
	if f.NArg() != 0 {
		return usage(std, "eval", fmt.Errorf("%q: programs come on standard input, one a line", f.Arg(0)))
	}
	e, err := eng.open(ctx)
	if err != nil {
		return fail(std, "eval", err)
	}
	defer e.Close()
	run := func(_ int, p *lesson.Program) (*lesson.Outcome, error) { return e.Run(ctx, p) }
	if *keep != "" {
		run = func(line int, p *lesson.Program) (*lesson.Outcome, error) {
			return runAt(filepath.Join(*keep, strconv.Itoa(line)+".db"), p)
		}
	}
	bad, err := eval(ctx, run, std)
	switch {
	case err != nil:
		return fail(std, "eval", err)
	case bad > 0:
		return exitFailed
	}
	return exitOK
}

// runner runs the program of a line, from 1.
type runner func(line int, p *lesson.Program) (*lesson.Outcome, error)

// runAt runs a program on a file that is not there yet, and leaves it there.
func runAt(path string, p *lesson.Program) (*lesson.Outcome, error) {
	l, err := lessons.Find(p.Lesson)
	if err != nil {
		return nil, err
	}
	if err := l.Check(p); err != nil {
		return nil, err
	}
	// Made here, so that no other program's database is written over.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, fmt.Errorf("--keep: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("--keep: %w", err)
	}
	return l.RunOn(sqlite.At(sqlite.FileURI(path)), p)
}

// eval answers every line of std.in and returns how many it could not: those
// lines' answers are errors, and stderr has their numbers.
func eval(ctx context.Context, run runner, std streams) (bad int, err error) {
	in := bufio.NewReaderSize(std.in, 1<<16)
	out := bufio.NewWriter(std.out)
	show := newProgress(std.err, "programs")
	defer show.end()
	for n := 1; ; n++ {
		line, rerr := in.ReadBytes('\n')
		if ctx.Err() != nil {
			return bad, errors.Join(fmt.Errorf("interrupted after line %d", n-1), out.Flush())
		}
		if rerr != nil && rerr != io.EOF {
			return bad, errors.Join(rerr, out.Flush())
		}
		if n == 1 {
			line = withoutMark(line)
		}
		if len(line) == 0 && rerr == io.EOF {
			return bad, out.Flush()
		}
		answer, err := evalLine(n, run, bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			var e *lesson.Error
			if ctx.Err() != nil {
				return bad, errors.Join(fmt.Errorf("interrupted after line %d", n-1), out.Flush())
			}
			if !errors.As(err, &e) {
				return bad, errors.Join(fmt.Errorf("line %d: %w", n, err), out.Flush())
			}
			bad++
			show.clear()
			fmt.Fprintf(std.err, "leaseplay eval: line %d: %v\n", n, err)
			answer = append(append([]byte(`{"error":`), e.JSON()...), '}')
		}
		out.Write(answer)
		if err := out.WriteByte('\n'); err != nil {
			return bad, err
		}
		if in.Buffered() == 0 { // whoever asks line by line gets each answer at once
			if err := out.Flush(); err != nil {
				return bad, err
			}
		}
		show.done(n)
	}
}

func evalLine(n int, run runner, line []byte) ([]byte, error) {
	p, err := lesson.ParseProgram(line)
	if err != nil {
		return nil, err
	}
	l, err := lessons.Find(p.Lesson)
	if err != nil {
		return nil, err
	}
	out, err := run(n, p)
	if err != nil {
		return nil, err
	}
	return l.JSON(out), nil
}
