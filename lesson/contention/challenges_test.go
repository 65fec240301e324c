// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package contention

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "commit-refused", Program: lessontest.Changed("reader", "", func(p *lesson.Program) { lessontest.Set(p, 2, "now", "6") })},
		{Challenge: "two-expiries", Program: lessontest.Changed("reader-wal", "", func(p *lesson.Program) { p.Steps = p.Steps[:4] })},
		{Challenge: "update-refused", Program: lessontest.Edited("deferred", nil)},
	}, []lessontest.Try{
		{Challenge: "two-expiries", Program: lessontest.Changed("reader", "", func(p *lesson.Program) { p.Steps = p.Steps[:4] })},
		{Challenge: "two-expiries", Program: lessontest.Changed("reader", "", func(p *lesson.Program) { p.Options[0].Text = "wal" })},
		{Challenge: "two-expiries", Program: lessontest.Changed("reader-wal", "", func(p *lesson.Program) { p.Steps[0].Label = "another" })},
		{Challenge: "update-refused", Program: lessontest.Preset("reader", "deferred")},
		{Challenge: "commit-refused", Program: lessontest.Edited("", func(p *lesson.Program) { p.Steps = p.Steps[3:4] })},
	})
}
