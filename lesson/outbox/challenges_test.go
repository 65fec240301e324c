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
		{Challenge: "same-token", Program: lessontest.Changed("one-token", "", func(p *lesson.Program) { lessontest.Set(p, 1, "until", "15") })},
		{Challenge: "wrong-ack", Program: lessontest.Edited("ack-by-id", nil)},
	}, []lessontest.Try{
		{Challenge: "late", Program: lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 3, "now", "30") })},
		// Claimed with no end: neither late nor in time.
		{Challenge: "late", Program: lessontest.Edited("", func(p *lesson.Program) {
			stored(p, "claimed", "claim-1", "")
			p.Steps = p.Steps[3:4]
		})},
		// Pending, though a token is left in the row: no last claim has a time.
		{Challenge: "same-token", Program: lessontest.Edited("", func(p *lesson.Program) { stored(p, "pending", "claim-1", "") })},
	})
}

// stored gives the row a state, a token and an end, "" for none.
func stored(p *lesson.Program, state, token, end string) {
	p.Row[2].Text = state
	p.Row[3] = lesson.Cell{Name: "token", Text: token}
	p.Row[4] = lesson.Cell{Name: "lease_until", Text: end, Null: end == ""}
}
