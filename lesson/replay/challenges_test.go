// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package replay

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "second", Program: lessontest.Edited("", func(p *lesson.Program) { p.Steps[4] = p.Steps[3]; lessontest.Set(p, 4, "payload", "2 tickets") })},
		{Challenge: "lost-race", Program: lessontest.Changed("interleaved", "", func(p *lesson.Program) { p.Steps[2].Op = "submit" })},
		{Challenge: "two-jobs", Program: lessontest.Preset("interleaved", "check-then-insert")},
	}, []lessontest.Try{
		// No check, or none that another connection came after: no race.
		{Challenge: "lost-race", Program: lessontest.Changed("interleaved", "", func(p *lesson.Program) { p.Steps = p.Steps[2:] })},
		{Challenge: "lost-race", Program: lessontest.Changed("interleaved", "", func(p *lesson.Program) {
			p.Steps[2].Op, p.Steps[2].Connection = "submit", "second"
		})},
		{Challenge: "lost-race", Program: lessontest.Changed("interleaved", "", func(p *lesson.Program) { p.Steps[1], p.Steps[2] = p.Steps[2], p.Steps[1] })},
		{Challenge: "two-jobs", Program: lessontest.Edited("check-then-insert", nil)},
		{Challenge: "two-jobs", Program: lessontest.Edited("overwrite", nil)},
	})
}
