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
		{Challenge: "commit-refused", Program: lessontest.Preset("reader", "")},
		{Challenge: "two-expiries", Program: lessontest.Preset("reader-wal", "")},
		{Challenge: "update-refused", Program: lessontest.Edited("deferred", nil)},
	}, []lessontest.Try{
		{Challenge: "two-expiries", Program: lessontest.Preset("reader", "")},
		{Challenge: "update-refused", Program: lessontest.Preset("reader", "deferred")},
		{Challenge: "commit-refused", Program: lessontest.Edited("", func(p *lesson.Program) { p.Steps = p.Steps[3:4] })},
	})
}
