// The solutions of this lesson's challenges, and programs that come near one.

//go:build !wasip1

package renew

import (
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessontest"
)

func TestChallenges(t *testing.T) {
	lessontest.Challenges(t, Lesson, []lessontest.Try{
		{Challenge: "last-tick", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "9") })},
		{Challenge: "still-held", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 2, "new_expiry", " 0xF") })},
		{Challenge: "stale-wins", Program: lessontest.Edited("id-only", nil)},
	}, []lessontest.Try{
		{Challenge: "last-tick", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "8") })},
		{Challenge: "last-tick", Program: lessontest.Edited("may-shorten", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "9") })},
		{Challenge: "still-held", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 2, "new_expiry", "15"); lessontest.Set(p, 2, "now", "15") })},
		{Challenge: "stale-wins", Program: lessontest.Edited("expiry-inclusive", nil)},
	})
}
