// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package outbox

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "late", Program: lessontest.Edited("", func(p *lesson.Program) { p.Steps = []lesson.Step{p.Steps[0], p.Steps[3]} })},
		{Challenge: "same-token", Program: lessontest.Preset("one-token", "")},
		{Challenge: "wrong-ack", Program: lessontest.Edited("ack-by-id", nil)},
	}, []lessontest.Try{
		{Challenge: "late", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 3, "now", "30") })},
	})
}
