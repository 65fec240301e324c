//go:build !wasip1

// Every challenge of every lesson: not done by itself, done by a solution.
package lessons

import (
	"slices"
	"strings"
	"testing"

	"leaseplay/lesson"
)

// solution is a program that meets a challenge.
type solution struct {
	lesson, name string
	program      func(l *lesson.Lesson) lesson.Program
}

var solutions = []solution{
	{"renew", "last-tick", edited("", func(p *lesson.Program) { set(p, 0, "now", "9") })},
	{"renew", "still-held", edited("", func(p *lesson.Program) { set(p, 2, "new_expiry", " 0xF") })},
	{"renew", "stale-wins", edited("id-only", nil)},
	{"requeue", "last-tick", edited("", func(p *lesson.Program) { set(p, 0, "now", "+100") })},
	{"requeue", "no-end", edited("", func(p *lesson.Program) { p.Row[2] = lesson.Cell{Name: "lease_until", Null: true} })},
	{"requeue", "twice", edited("", func(p *lesson.Program) { p.Steps = append(p.Steps, p.Steps[0]) })},
	{"requeue", "too-early", edited("inclusive", func(p *lesson.Program) { set(p, 0, "now", "100") })},
	{"boundary", "move-gap", edited("", func(p *lesson.Program) { p.Row[3].Text = "20"; set(p, 2, "now", "20") })},
	{"boundary", "nobody", edited("", func(p *lesson.Program) { p.Row[2].Text = "queued" })},
	{"boundary", "overlap", edited("both-inclusive", nil)},
	{"outbox", "late", edited("", func(p *lesson.Program) { p.Steps = []lesson.Step{p.Steps[0], p.Steps[3]} })},
	{"outbox", "same-token", preset("one-token", "")},
	{"outbox", "wrong-ack", edited("ack-by-id", nil)},
	{"replay", "second", edited("", func(p *lesson.Program) { p.Steps[4] = p.Steps[3]; set(p, 4, "payload", "2 tickets") })},
	{"replay", "lost-race", preset("interleaved", "")},
	{"replay", "two-jobs", preset("interleaved", "check-then-insert")},
	{"contention", "commit-refused", preset("reader", "")},
	{"contention", "two-expiries", preset("reader-wal", "")},
	{"contention", "update-refused", edited("deferred", nil)},
	{"delivery", "three-copies", edited("", func(p *lesson.Program) {
		set(p, 1, "outcome", "reply lost")
		p.Steps = append(p.Steps, p.Steps[3])
	})},
	{"delivery", "ghost", edited("send-inside", func(p *lesson.Program) { set(p, 1, "outcome", "reply lost") })},
	{"delivery", "lost", edited("mark-first", nil)},
}

func TestChallenges(t *testing.T) {
	for _, l := range All {
		if len(l.Challenges) < 3 {
			t.Errorf("lesson %s has %d challenges, less than three", l.Name, len(l.Challenges))
		}
		if done := run(t, l, l.Default()); len(done) > 0 {
			t.Errorf("the default program of %s does %v already", l.Name, done)
		}
		for _, c := range l.Challenges {
			if c.Name == "" || c.Title == "" || c.Hint == "" {
				t.Errorf("%s: %+v lacks a text", l.Name, c)
			}
			i := slices.IndexFunc(solutions, func(s solution) bool { return s.lesson == l.Name && s.name == c.Name })
			if i < 0 {
				t.Errorf("no solution of %s %s", l.Name, c.Name)
				continue
			}
			p := solutions[i].program(l)
			if done := run(t, l, p); !slices.Contains(done, c.Name) {
				t.Errorf("%s: the solution of %q does %v", l.Name, c.Title, done)
			}
			if c.Mistake != (p.Variant != "") {
				t.Errorf("%s %s: Mistake is %t and the solution's variant %q", l.Name, c.Name, c.Mistake, p.Variant)
			}
			if c.Mistake {
				p.Variant = ""
				if done := run(t, l, p); slices.Contains(done, c.Name) {
					t.Errorf("%s %s: the right contract does it", l.Name, c.Name)
				}
			}
		}
	}
	for _, s := range solutions {
		l, err := Find(s.lesson)
		if err != nil || !slices.ContainsFunc(l.Challenges, func(c lesson.Challenge) bool { return c.Name == s.name }) {
			t.Errorf("a solution for %s %s, which there is not", s.lesson, s.name)
		}
	}
}

// TestChallengesNear has programs that come near a challenge and miss it.
func TestChallengesNear(t *testing.T) {
	for _, near := range []solution{
		{"renew", "last-tick", edited("", func(p *lesson.Program) { set(p, 0, "now", "8") })},
		{"renew", "last-tick", edited("may-shorten", func(p *lesson.Program) { set(p, 0, "now", "9") })},
		{"renew", "still-held", edited("", func(p *lesson.Program) { set(p, 2, "new_expiry", "15"); set(p, 2, "now", "15") })},
		{"renew", "stale-wins", edited("expiry-inclusive", nil)},
		{"requeue", "last-tick", edited("", func(p *lesson.Program) { set(p, 0, "now", "99") })},
		{"requeue", "no-end", edited("", func(p *lesson.Program) { set(p, 0, "now", "one") })},
		{"requeue", "too-early", edited("inclusive", nil)},
		{"boundary", "move-gap", edited("", func(p *lesson.Program) { p.Row[2].Text = "queued"; set(p, 2, "now", "20") })},
		{"boundary", "overlap", edited("renew-late", nil)},
		{"boundary", "overlap", edited("renew-inclusive", nil)},
		{"outbox", "late", edited("", func(p *lesson.Program) { set(p, 3, "now", "30") })},
		{"replay", "two-jobs", edited("check-then-insert", nil)},
		{"contention", "two-expiries", preset("reader", "")},
		{"contention", "update-refused", preset("reader", "deferred")},
		{"replay", "two-jobs", edited("overwrite", nil)},
		{"contention", "commit-refused", edited("", func(p *lesson.Program) { p.Steps = p.Steps[3:4] })},
		{"delivery", "ghost", edited("send-inside", nil)},
		{"delivery", "lost", edited("send-inside", nil)},
	} {
		l, err := Find(near.lesson)
		if err != nil {
			t.Fatal(err)
		}
		if done := run(t, l, near.program(l)); slices.Contains(done, near.name) {
			t.Errorf("%s: a program that comes near %s does it", near.lesson, near.name)
		}
	}
}

// TestChallengesCross has what was met in both forms of an outcome.
func TestChallengesCross(t *testing.T) {
	l := All[0]
	p := edited("", func(p *lesson.Program) { set(p, 0, "now", "9") })(l)
	out, err := l.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	var w lesson.Writer
	w.Outcome(out)
	r := lesson.Reader{Bytes: w.Bytes}
	if got := r.Outcome().Done; r.Bad || len(r.Bytes) != 0 || !slices.Equal(got, []string{"last-tick"}) {
		t.Errorf("over the wire the run does %v", got)
	}
	if json := string(l.JSON(out)); !strings.HasSuffix(json, `,"done":["last-tick"]}`) {
		t.Errorf("the JSON ends with %s", json[max(0, len(json)-60):])
	}
}

func run(t *testing.T, l *lesson.Lesson, p lesson.Program) []string {
	t.Helper()
	out, err := l.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	return out.Done
}

// edited is the lesson's default program with a variant and an edit.
func edited(variant string, edit func(*lesson.Program)) func(*lesson.Lesson) lesson.Program {
	return func(l *lesson.Lesson) lesson.Program {
		p := l.Default()
		p.Variant = variant
		if edit != nil {
			edit(&p)
		}
		return p
	}
}

// preset is one of the lesson's programs, with a variant.
func preset(name, variant string) func(*lesson.Lesson) lesson.Program {
	return func(l *lesson.Lesson) lesson.Program {
		i := slices.IndexFunc(l.Programs, func(p lesson.Preset) bool { return p.Name == name })
		p := l.Programs[i].Program.Clone()
		p.Variant = variant
		return p
	}
}

func set(p *lesson.Program, step int, field, text string) {
	s := &p.Steps[step]
	s.Inputs = slices.Clone(s.Inputs)
	for i := range s.Inputs {
		if s.Inputs[i].Name == field {
			s.Inputs[i].Text = text
		}
	}
}
