// Command leaseplay runs the lessons, checks tutorials against them, and builds
// and serves the site.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode/utf8"

	"leaseplay/lesson"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // a check failed, or the work couldn't be done
	exitUsage  = 2 // the command line or the input is wrong
)

// command is one of the program's commands, in a file of its own.
type command struct {
	name, usage, does string
	run               func(ctx context.Context, args []string, std streams) int
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

var commands []command

// The commands read the list themselves, for their help, so it is filled in late.
func init() {
	commands = []command{
		{"run", "run LESSON [flags]", "print what a lesson's program prints", cmdRun},
		{"eval", "eval [flags] < programs.jsonl", "run one program a line and write one outcome a line", cmdEval},
		takeaway(lesson.Python),
		takeaway(lesson.Go),
		takeaway(lesson.SQL),
		{"check", "check FILE|FOLDER… [--fix]", "compare the output that tutorials print with what their playgrounds print", cmdCheck},
		{"build", "build --out DIR", "write the site", cmdBuild},
		{"serve", "serve --dir DIR --addr A", "serve a folder as the site's host would", cmdServe},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(checked(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// checked dispatches with streams that can be waited for and relied on: a
// signal ends a read, and output that couldn't be written is a failure.
func checked(ctx context.Context, args []string, std streams) int {
	out := &output{w: std.out}
	code := dispatch(ctx, args, streams{&input{ctx: ctx, r: std.in}, out, std.err})
	if out.err != nil && code == exitOK {
		fmt.Fprintf(std.err, "leaseplay: the output is not complete: %v\n", out.err)
		return exitFailed
	}
	return code
}

func dispatch(ctx context.Context, args []string, std streams) int {
	if len(args) == 0 {
		help(std.err)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "--help":
		if len(args) > 1 && !strings.HasPrefix(args[1], "-") {
			return dispatch(ctx, []string{args[1], "--help"}, std)
		}
		help(std.out)
		return exitOK
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(ctx, args[1:], std)
		}
	}
	fmt.Fprintf(std.err, "leaseplay: there is no command %q; 'leaseplay help' lists them\n", args[0])
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprintln(w, "leaseplay: a playground for leases and claims on SQLite")
	fmt.Fprintln(w)
	width := 0
	for _, c := range commands {
		width = max(width, utf8.RuneCountInString(c.usage))
	}
	for _, c := range commands {
		fmt.Fprintf(w, "  leaseplay %s%s  %s\n", c.usage, strings.Repeat(" ", width-utf8.RuneCountInString(c.usage)), c.does)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "'leaseplay COMMAND --help' lists a command's flags.")
}
