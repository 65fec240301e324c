package boundary

import (
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/requeue"
	"leaseplay/lesson/sqlite"
)

// sweep is requeue's rule on this lesson's column.
var sweep = requeue.Where("expiry")

// pairs by the variant's name; "" is the right one.
var pairs = map[string]*Pair{
	"":                  New(renew.Where, sweep),
	"renew-inclusive":   New(renew.Where.With(renew.Inclusive), sweep),
	"requeue-inclusive": New(renew.Where, sweep.With(requeue.Inclusive("expiry"))),
	"both-inclusive":    New(renew.Where.With(renew.Inclusive), sweep.With(requeue.Inclusive("expiry"))),
	"renew-late":        New(renew.Where.Without("expiry"), sweep),
}

// Lesson is the lesson as the page, the command and the tests run it.
var Lesson = &lesson.Lesson{
	Name:    "boundary",
	Title:   "The tick at which a lease ends",
	Summary: "The renewal ends at the expiry, the requeueing begins after it: at that tick nobody may act, and at no tick may both.",
	Figure:  "boundary",

	Schema: "CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, state TEXT NOT NULL, expiry INTEGER NOT NULL)",
	Table:  "job",
	Columns: []lesson.Column{
		{Name: "id", Type: sqlite.INTEGER},
		{Name: "token", Type: sqlite.TEXT},
		{Name: "state", Type: sqlite.TEXT, Choices: []string{"queued", "claimed", "done"}},
		{Name: "expiry", Type: sqlite.INTEGER},
	},
	Connections: []string{"first"},

	Ops: []lesson.Op{{
		Name:   "at",
		Help:   "who may act at this time: renew to now + 10, or requeue; the row is put back after each",
		Fields: []lesson.Field{{Name: "now", Kind: lesson.Integer, Default: "15"}},
		Run:    at,
	}},
	Programs: []lesson.Preset{
		preset("default", "Before, at and after the expiry", "14", "15", "16"),
		preset("wide", "Three ticks to either side", "12", "13", "14", "15", "16", "17", "18"),
	},
	Variants: []lesson.Variant{
		{Name: "renew-inclusive", Title: "Renewal with expiry >= now",
			Says: "The holder may still renew at the expiry. The gap is gone: one tick of difference between two clocks, or one more such mistake, and both may act."},
		{Name: "requeue-inclusive", Title: "Requeueing with expiry <= now",
			Says: "The sweep may take the job at the expiry already. The gap is gone, from the other side."},
		{Name: "both-inclusive", Title: "Both comparisons inclusive",
			Says: "At the expiry the holder may renew and the sweep may requeue: two workers on one job, and each of them is right."},
		{Name: "renew-late", Title: "Renewal without the expiry",
			Says: "The token alone lets the holder renew, so after the expiry both may act, however late it is."},
	},
	Challenges: challenges,
}

// at is the operation: both contracts, each on the row that it finds.
func at(c *lesson.Call) (string, error) {
	pair, now := pairs[c.Variant], c.Int("now")
	rows, err := c.Conn.Rows("SELECT id, token, state, expiry FROM job")
	if err != nil {
		return "", err
	}
	row := Row{
		ID:     lesson.ReadInt(strconv.FormatInt(rows[0][0].Int, 10)),
		Token:  rows[0][1].Text,
		State:  rows[0][2],
		Expiry: rows[0][3],
	}
	c.Explain(pair.rule(), renew.Params(row.ID, row.Token, now, Furthest(now))...)
	renewed, requeued, err := pair.At(c.Conn, row, now)
	text := strconv.FormatInt(now.N, 10)
	holder, sweep := c.Against("renew "), c.Against("requeue ") // as SQLite has it
	switch {
	case renewed && requeued:
		c.Reason("both may act at now " + text + ", since all that either asks for holds: the holder extends its claim on a job that the sweep hands to somebody else")
	case renewed:
		c.Reason("only the holder may act at now " + text + ": all that renew asks for holds; but requeue is refused, since " + sweep)
	case requeued:
		c.Reason("only the sweep may act at now " + text + ": all that requeue asks for holds; but renew is refused, since " + holder)
	default:
		c.Reason("nobody may act at now " + text + ": renew is refused, since " + holder + "; and requeue, since " + sweep)
	}
	return "now=" + text + " renew: " + lesson.Bool(renewed) + " requeue: " + lesson.Bool(requeued), err
}

// rule is both contracts' predicates, to be shown together.
func (p *Pair) rule() lesson.Rule {
	var both lesson.Rule
	for _, r := range p.Renew.Rule {
		r.Name = "renew " + r.Name
		both = append(both, r)
	}
	for _, r := range p.Requeue.Rule {
		r.Name = "requeue " + r.Name
		both = append(both, r)
	}
	return both
}

// preset is a program that asks at each of the times.
func preset(name, title string, times ...string) lesson.Preset {
	p := lesson.Preset{Name: name, Title: title, Program: lesson.Program{Lesson: "boundary", Row: []lesson.Cell{
		{Name: "id", Text: "41"}, {Name: "token", Text: "claim-a"}, {Name: "state", Text: "claimed"}, {Name: "expiry", Text: "15"},
	}}}
	for _, now := range times {
		p.Program.Steps = append(p.Program.Steps, lesson.Step{Op: "at", Inputs: []lesson.Input{{Name: "now", Text: now}}})
	}
	return p
}
