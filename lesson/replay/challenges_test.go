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
		{Challenge: "lost-race", Program: lessontest.Preset("interleaved", "")},
		{Challenge: "two-jobs", Program: lessontest.Preset("interleaved", "check-then-insert")},
	}, []lessontest.Try{
		{Challenge: "two-jobs", Program: lessontest.Edited("check-then-insert", nil)},
		{Challenge: "two-jobs", Program: lessontest.Edited("overwrite", nil)},
	})
}
