// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package delivery

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "three-copies", Program: lessontest.Edited("", func(p *lesson.Program) {
			lessontest.Set(p, 1, "outcome", "reply lost")
			p.Steps = append(p.Steps, p.Steps[3])
		})},
		{Challenge: "ghost", Program: lessontest.Edited("send-inside", func(p *lesson.Program) { lessontest.Set(p, 1, "outcome", "reply lost") })},
		{Challenge: "lost", Program: lessontest.Edited("mark-first", nil)},
	}, []lessontest.Try{
		{Challenge: "ghost", Program: lessontest.Edited("send-inside", nil)},
		{Challenge: "lost", Program: lessontest.Edited("send-inside", nil)},
	})
}
