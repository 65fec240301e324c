// The commands python, go and sql: the take-away of a lesson's program.
package main

import (
	"context"
	"fmt"

	"leaseplay/lesson"
)

// takeaway makes the command that prints a program in another language.
func takeaway(language string) command {
	does := map[string]string{
		lesson.Python: "print a lesson's program as Python, which prints the same",
		lesson.Go:     "print a lesson's program as a main.go, which prints the same",
		lesson.SQL:    "print what a lesson's program does, for the sqlite3 shell",
	}
	return command{language, language + " LESSON [flags]", does[language], func(_ context.Context, args []string, std streams) int {
		f := flags(language)
		var prog programFlags
		prog.add(f)
		prog.addFields(f)
		if code, done := parse(f, args, std); done {
			return code
		}
		l, p, err := prog.read(f, std.in)
		if err != nil {
			return usage(std, language, err)
		}
		text, err := l.Takeaway(language, p)
		if err != nil {
			return fail(std, language, err)
		}
		fmt.Fprint(std.out, text)
		return exitOK
	}}
}
