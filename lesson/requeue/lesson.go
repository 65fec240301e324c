package requeue

import (
	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

const (
	until     = "lease_until"
	storedSQL = "SELECT state FROM job ORDER BY id LIMIT 1"
)

// contracts by the variant's name; "" is the right one.
var contracts = map[string]*Contract{
	"":          New(Where(until)),
	"inclusive": New(Where(until).With(Inclusive(until))),
}

// Lesson is the lesson as the page, the command and the tests run it.
var Lesson = &lesson.Lesson{
	Name:    "requeue",
	Title:   "Requeue an expired job",
	Summary: "A claimed job whose lease has passed goes back into the queue; at the very end of the lease it is still kept.",
	Figure:  "requeue",

	Schema: "CREATE TABLE job(id INTEGER PRIMARY KEY, state TEXT, lease_until INTEGER)",
	Table:  "job",
	Columns: []lesson.Column{
		{Name: "id", Type: sqlite.INTEGER},
		{Name: "state", Type: sqlite.TEXT, Nullable: true, Choices: []string{"queued", "claimed", "done"}},
		{Name: until, Type: sqlite.INTEGER, Nullable: true},
	},
	Connections: []string{"first"},

	Ops: []lesson.Op{
		{
			Name:   "requeue",
			Help:   "put the job back if its lease has passed",
			Fields: []lesson.Field{{Name: "now", Kind: lesson.Integer, Default: "101"}},
			Run: func(c *lesson.Call) (string, error) {
				k, now := contracts[c.Variant], c.Int("now")
				c.Explain(k.Rule, Params(now)...)
				requeued, err := k.Requeue(c.Conn, now)
				if requeued {
					return "expired-lease=requeued", err
				}
				return "expired-lease=kept", err
			},
		},
		{
			Name:  "stored",
			Label: "stored state",
			Help:  "read the job's state",
			Run: func(c *lesson.Call) (string, error) {
				rows, err := c.Conn.Rows(storedSQL)
				if err != nil || len(rows) == 0 || rows[0][0].Type == sqlite.NULL {
					return "None", err
				}
				return rows[0][0].Text, nil
			},
		},
	},
	Programs: []lesson.Preset{
		preset("default", "One unit after the lease", "100", "101"),
		preset("around", "Around the end of the lease", "100", "99", "100", "101", "102"),
		preset("no-end", "A lease without an end", "", "101", "9223372036854775807"),
	},
	Variants: []lesson.Variant{
		{Name: "inclusive", Title: "lease_until <= now",
			Says: "The job is handed out again at a tick that still belongs to the worker who claimed it."},
	},
	Challenges: challenges,
}

// preset is a program that requeues at each of the times. An end of "" is NULL.
func preset(name, title, end string, times ...string) lesson.Preset {
	p := lesson.Preset{Name: name, Title: title, Program: lesson.Program{Lesson: "requeue", Row: []lesson.Cell{
		{Name: "id", Text: "1"}, {Name: "state", Text: "claimed"}, {Name: until, Text: end, Null: end == ""},
	}}}
	for _, now := range times {
		p.Program.Steps = append(p.Program.Steps, lesson.Step{Op: "requeue", Inputs: []lesson.Input{{Name: "now", Text: now}}})
	}
	return p
}
