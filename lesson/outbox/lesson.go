// The outbox lesson as the page, the command and the tests run it.

package outbox

import (
	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// contracts by the variant's name; "" is the right one.
var contracts = map[string]*Contract{
	"":                 New(Claimable, Acknowledgeable),
	"ack-by-id":        New(Claimable, Acknowledgeable.Without("token")),
	"ack-after-expiry": New(Claimable, Acknowledgeable.Without("lease")),
	"reuse-token":      New(Claimable.Without("token"), Acknowledgeable),
}

const storedSQL = "SELECT state FROM outbox ORDER BY id LIMIT 1"

// Lesson is the lesson.
var Lesson = &lesson.Lesson{
	Name:    "outbox",
	Title:   "Claim and acknowledge",
	Summary: "A worker that lost its claim can't acknowledge the message for the worker that took it over.",
	Figure:  "lanes",

	Schema: "CREATE TABLE outbox(id INTEGER PRIMARY KEY, body TEXT NOT NULL, state TEXT NOT NULL, token TEXT, lease_until INTEGER)",
	Table:  "outbox",
	Columns: []lesson.Column{
		{Name: "id", Type: sqlite.INTEGER},
		{Name: "body", Type: sqlite.TEXT},
		{Name: "state", Type: sqlite.TEXT, Choices: []string{"pending", "claimed", "sent"}},
		{Name: "token", Type: sqlite.TEXT, Nullable: true},
		{Name: "lease_until", Type: sqlite.INTEGER, Nullable: true},
	},
	Connections: []string{"first", "second"},

	Ops: []lesson.Op{
		{
			Name:  "claim",
			Label: "claims",
			Help:  "take the message if nobody holds it",
			Fields: []lesson.Field{
				{Name: "id", Kind: lesson.Integer, Default: "1"},
				{Name: "token", Kind: lesson.Token, Default: "claim-1"},
				{Name: "now", Kind: lesson.Integer, Default: "0"},
				{Name: "until", Kind: lesson.Integer, Default: "10"},
			},
			Run: func(c *lesson.Call) (string, error) {
				k := contracts[c.Variant]
				id, token, now := c.Int("id"), c.Text("token"), c.Int("now")
				c.Explain(k.Claimable, params(id, token, now)...)
				claimed, err := k.Claim(c.Conn, id, token, now, c.Int("until"))
				return lesson.Bool(claimed), err
			},
		},
		{
			Name:  "ack",
			Label: "acknowledges",
			Help:  "mark the message as sent if the claim still holds",
			Fields: []lesson.Field{
				{Name: "id", Kind: lesson.Integer, Default: "1"},
				{Name: "token", Kind: lesson.Token, Default: "claim-1"},
				{Name: "now", Kind: lesson.Integer, Default: "5"},
			},
			Run: func(c *lesson.Call) (string, error) {
				k := contracts[c.Variant]
				id, token, now := c.Int("id"), c.Text("token"), c.Int("now")
				c.Explain(k.Acknowledgeable, params(id, token, now)...)
				sent, err := k.Ack(c.Conn, id, token, now)
				return lesson.Bool(sent), err
			},
		},
		{
			Name:  "stored",
			Label: "stored state",
			Help:  "read the state through this connection",
			Run: func(c *lesson.Call) (string, error) {
				c.Reason("the SELECT reads what is committed and changes nothing")
				rows, err := c.Conn.Rows(storedSQL)
				if err != nil || len(rows) == 0 {
					return "None", err
				}
				return rows[0][0].Text, nil
			},
		},
	},
	Programs: []lesson.Preset{
		preset("default", "A claim is taken over",
			claim("first", "w1 claims", "claim-1", "0", "10"),
			claim("second", "w2 claims early", "claim-2", "5", "15"),
			claim("second", "w2 claims at expiry", "claim-2", "10", "20"),
			ack("first", "w1 acknowledges", "claim-1", "11"),
			ack("second", "w2 acknowledges", "claim-2", "12"),
			ack("second", "w2 acknowledges again", "claim-2", "13"),
		),
		preset("late", "An acknowledgement that comes late",
			claim("first", "w1 claims", "claim-1", "0", "10"),
			ack("first", "w1 acknowledges at expiry", "claim-1", "10"),
			claim("second", "w2 claims at expiry", "claim-2", "10", "20"),
			ack("second", "w2 acknowledges", "claim-2", "19"),
		),
		preset("one-token", "Two workers, one token",
			claim("first", "w1 claims", "worker", "0", "10"),
			claim("second", "w2 claims at expiry, same token", "worker", "10", "20"),
			ack("first", "w1 acknowledges", "worker", "11"),
			claim("second", "w2 claims, token of its own", "claim-2", "11", "21"),
			ack("second", "w2 acknowledges", "claim-2", "12"),
		),
	},
	Variants: []lesson.Variant{
		{Name: "ack-by-id", Title: "Acknowledge by id alone",
			Says: "A worker whose claim was taken over marks the message as sent while its new holder is still at work."},
		{Name: "ack-after-expiry", Title: "No lease_until > now",
			Says: "The old holder acknowledges at a time when another worker may already claim the message and send it again."},
		{Name: "reuse-token", Title: "A token may be used again",
			Says: "Two claims under one token, such as a host's name, can't be told apart: the first acknowledges for the second."},
	},
	Challenges: challenges,
}

func preset(name, title string, steps ...lesson.Step) lesson.Preset {
	return lesson.Preset{Name: name, Title: title, Program: lesson.Program{
		Lesson: "outbox",
		Row: []lesson.Cell{{Name: "id", Text: "1"}, {Name: "body", Text: "receipt-7"}, {Name: "state", Text: "pending"},
			{Name: "token", Null: true}, {Name: "lease_until", Null: true}},
		Steps: append(steps, lesson.Step{Op: "stored", Label: "stored state", Connection: "second"}),
	}}
}

func claim(connection, label, token, now, until string) lesson.Step {
	s := ack(connection, label, token, now)
	s.Op, s.Inputs = "claim", append(s.Inputs, lesson.Input{Name: "until", Text: until})
	return s
}

func ack(connection, label, token, now string) lesson.Step {
	return lesson.Step{Op: "ack", Label: label, Connection: connection, Inputs: []lesson.Input{
		{Name: "id", Text: "1"}, {Name: "token", Text: token}, {Name: "now", Text: now},
	}}
}
