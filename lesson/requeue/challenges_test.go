// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package requeue

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "last-tick", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "+100") })},
		{Challenge: "no-end", Program: lessontest.Edited("", func(p *lesson.Program) { p.Row[2] = lesson.Cell{Name: "lease_until", Null: true} })},
		{Challenge: "twice", Program: lessontest.Edited("", func(p *lesson.Program) { p.Steps = append(p.Steps, p.Steps[0]) })},
		{Challenge: "too-early", Program: lessontest.Edited("inclusive", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "100") })},
	}, []lessontest.Try{
		{Challenge: "twice", Program: lessontest.Edited("", func(p *lesson.Program) { p.Row[1] = lesson.Cell{Name: "state", Null: true} })},
		{Challenge: "twice", Program: lessontest.Edited("", func(p *lesson.Program) { p.Row[1].Text = "queued" })},
		{Challenge: "last-tick", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "99") })},
		{Challenge: "no-end", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "one") })},
		{Challenge: "too-early", Program: lessontest.Edited("inclusive", nil)},
	})
}
