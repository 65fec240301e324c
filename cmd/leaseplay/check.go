// The command check: compares the output that tutorials print with what their
// playgrounds print.
package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"leaseplay/lesson/check"
)

// cmdCheck reports on standard output, a problem a line as FILE:LINE:COLUMN:
// MESSAGE with a diff below, and a summary at the end. It exits with 1 if a
// problem is left. Files without any <lease-playground> pass, and the summary
// says that there is none. Files of a folder in formats that it can't read are
// named if they have one.
func cmdCheck(ctx context.Context, args []string, std streams) int {
	f := flags("check")
	fix := f.Bool("fix", false, "write the real output into the files, in place of what differs from it")
	var eng engineFlags
	eng.add(f)
	if code, done := parse(f, args, std); done {
		return code
	}
	if err := eng.check(); err != nil {
		return usage(std, "check", err)
	}
	if f.NArg() == 0 {
		return usage(std, "check", errors.New("name files or folders of HTML or Markdown"))
	}
	files, unread, err := check.Find(f.Args())
	var wrong *check.UsageError
	switch {
	case errors.As(err, &wrong):
		return usage(std, "check", wrong)
	case err != nil:
		return fail(std, "check", err)
	}
	pool, closePool, err := openPool(ctx, &eng)
	if err != nil {
		return fail(std, "check", err)
	}
	defer closePool()
	show := newProgress(std.err, fmt.Sprintf("of %d files", len(files)))
	var sum summary
	err = check.Files(ctx, pool, files, *fix, func(r check.Report) {
		if len(r.Problems) > 0 {
			show.clear()
		}
		sum.add(r, std, *fix)
		show.done(sum.files)
	})
	show.end()
	switch {
	case errors.Is(err, context.Canceled):
		return fail(std, "check", errors.New("interrupted"))
	case err != nil:
		return fail(std, "check", err)
	}
	for _, name := range unread {
		fmt.Fprintf(std.out, "%s: not checked: by its name it is neither HTML nor Markdown, but there is a <%s> in it\n", name, check.Element)
	}
	fmt.Fprintln(std.out, sum.String())
	if sum.left > 0 {
		return exitFailed
	}
	return exitOK
}

// openPool starts as many engines as can be at work: one is enough of lesson.wasm,
// which takes its time to start and then is quick.
func openPool(ctx context.Context, eng *engineFlags) (*check.Pool, func(), error) {
	n := 1
	if eng.name == "native" {
		n = runtime.GOMAXPROCS(0)
	}
	var runners []check.Runner
	var closers []func() error
	closeAll := func() {
		for _, c := range closers {
			c()
		}
	}
	for range n {
		e, err := eng.open(ctx)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		runners, closers = append(runners, e), append(closers, e.Close)
	}
	return check.NewPool(runners...), closeAll, nil
}

// summary counts what was found.
type summary struct{ files, elements, left, fixed int }

// add prints a report and counts it.
func (s *summary) add(r check.Report, std streams, fix bool) {
	s.files++
	s.elements += r.Elements
	for _, p := range r.Problems {
		at := r.File
		if p.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", r.File, p.Line, p.Column)
		}
		message := p.Message
		switch {
		case p.Fixed:
			s.fixed++
			message = "fixed: " + message
		case fix && p.Unfixable != "":
			message += " (not fixed: " + p.Unfixable + ")"
			fallthrough
		default:
			s.left++
		}
		fmt.Fprintf(std.out, "%s: %s\n", at, message)
		for _, line := range p.Diff {
			fmt.Fprintf(std.out, "    %s\n", line)
		}
	}
}

func (s *summary) String() string {
	in := counted(s.files, "file")
	if s.elements == 0 && s.left == 0 {
		return "there is no <" + check.Element + "> in " + in
	}
	text := counted(s.elements, "playground") + " in " + in
	switch {
	case s.left == 0 && s.fixed == 0:
		return text + ": every printed output is true"
	case s.left == 0:
		return text + ": " + counted(s.fixed, "problem") + " fixed, none left"
	case s.fixed > 0:
		return text + ": " + counted(s.fixed, "problem") + " fixed, " + fmt.Sprint(s.left) + " left"
	}
	return text + ": " + counted(s.left, "problem")
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
