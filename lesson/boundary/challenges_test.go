// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package boundary

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "move-gap", Program: lessontest.Edited("", func(p *lesson.Program) { p.Row[3].Text = "20"; lessontest.Set(p, 2, "now", "20") })},
		{Challenge: "nobody", Program: lessontest.Edited("", func(p *lesson.Program) { p.Row[2].Text = "queued" })},
		{Challenge: "overlap", Program: lessontest.Edited("both-inclusive", nil)},
	}, []lessontest.Try{
		{Challenge: "move-gap", Program: lessontest.Edited("", func(p *lesson.Program) {
			p.Row[2].Text, p.Row[3].Text = "queued", "20"
			lessontest.Set(p, 2, "now", "20")
		})},
		{Challenge: "move-gap", Program: lessontest.Edited("", func(p *lesson.Program) { p.Row[2].Text = "queued"; lessontest.Set(p, 2, "now", "20") })},
		{Challenge: "overlap", Program: lessontest.Edited("renew-late", nil)},
		{Challenge: "overlap", Program: lessontest.Edited("renew-inclusive", nil)},
	})
}
