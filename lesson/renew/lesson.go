package renew

import (
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// contracts by the variant's name; "" is the right one.
var contracts = map[string]*Contract{
	"":                 New(Where),
	"id-only":          New(Where.Without("token")),
	"expiry-inclusive": New(Where.With(Inclusive)),
	"may-shorten":      New(Where.Without("extension")),
}

// Inclusive is the mistake of a claim that still holds at its expiry.
var Inclusive = lesson.Predicate{Name: "expiry", SQL: "expiry >= :now",
	False: "expiry {expiry} is less than now {:now}: the claim ended before"}

// Lesson is the lesson as the page, the command and the tests run it.
var Lesson = &lesson.Lesson{
	Name:    "renew",
	Title:   "Renew a lease",
	Summary: "A worker may extend a claim only while it still holds it, and only forwards.",
	Figure:  "lease",

	Schema: "CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, expiry INTEGER NOT NULL)",
	Table:  "job",
	Columns: []lesson.Column{
		{Name: "id", Type: sqlite.INTEGER},
		{Name: "token", Type: sqlite.TEXT},
		{Name: "expiry", Type: sqlite.INTEGER},
	},
	Connections: []string{"first", "second"},

	Ops:  []lesson.Op{Op(contracts), Stored},
	Grid: &lesson.Grid{Op: "renew", X: "now", Y: "new_expiry", Max: MaxTime, Window: MaxExtension, Answer: answer},
	Programs: []lesson.Preset{{Name: "default", Title: "Two workers, one claim", Program: lesson.Program{
		Lesson: "renew",
		Row:    []lesson.Cell{{Name: "id", Text: "41"}, {Name: "token", Text: "claim-a"}, {Name: "expiry", Text: "10"}},
		Steps: []lesson.Step{
			step("first", "renewed", "claim-a", "5", "15"),
			step("second", "stale token", "claim-old", "6", "16"),
			step("second", "no extension", "claim-a", "6", "14"),
			step("second", "at expiry", "claim-a", "15", "20"),
			{Op: "stored", Label: "stored expiry", Connection: "second"},
		},
	}}},
	Variants: []lesson.Variant{
		{Name: "id-only", Title: "No token predicate",
			Says: "Whoever knows the job's id renews it, also a worker whose claim was taken over."},
		{Name: "expiry-inclusive", Title: "expiry >= now",
			Says: "The old holder can still renew at the very tick at which another worker may take the job."},
		{Name: "may-shorten", Title: "No expiry < new_expiry",
			Says: "A late renewal can move the expiry back and end a claim that its holder believes in."},
	},
	Challenges: challenges,
}

// answer calls the contract for a cell of the decision map.
func answer(variant string, s *lesson.Step) func(c *sqlite.Conn, now, newExpiry lesson.Int) (bool, error) {
	k, id, token := contracts[variant], lesson.ReadInt(s.Input("id")), s.Input("token")
	return func(c *sqlite.Conn, now, newExpiry lesson.Int) (bool, error) {
		return k.Renew(c, id, token, now, newExpiry)
	}
}

// Op is the operation that renews by the contract of the program's variant.
func Op(contracts map[string]*Contract) lesson.Op {
	return lesson.Op{
		Name:  "renew",
		Label: "renewed",
		Help:  "extend the claim if it is still held",
		Fields: []lesson.Field{
			{Name: "id", Kind: lesson.Integer, Default: "41"},
			{Name: "token", Kind: lesson.Token, Default: "claim-a"},
			{Name: "now", Kind: lesson.Integer, Default: "5"},
			{Name: "new_expiry", Label: "new expiry", Kind: lesson.Integer, Default: "15"},
		},
		Run: func(c *lesson.Call) (string, error) {
			k := contracts[c.Variant]
			id, token, now, newExpiry := c.Int("id"), c.Text("token"), c.Int("now"), c.Int("new_expiry")
			c.Explain(k.Rule, Params(id, token, now, newExpiry)...)
			renewed, err := k.Renew(c.Conn, id, token, now, newExpiry)
			return lesson.Bool(renewed), err
		},
	}
}

// StoredSQL reads the expiry.
const StoredSQL = "SELECT expiry FROM job ORDER BY id LIMIT 1"

// Stored is the operation that reads the expiry through the step's connection.
var Stored = lesson.Op{
	Name:  "stored",
	Label: "stored expiry",
	Help:  "read the expiry through this connection",
	Run: func(c *lesson.Call) (string, error) {
		v, err := c.Read(StoredSQL)
		if err != nil || v.Type == sqlite.NULL {
			return "None", err
		}
		return strconv.FormatInt(v.Int, 10), nil
	},
}

func step(connection, label, token, now, newExpiry string) lesson.Step {
	return lesson.Step{Op: "renew", Label: label, Connection: connection, Inputs: []lesson.Input{
		{Name: "id", Text: "41"}, {Name: "token", Text: token}, {Name: "now", Text: now}, {Name: "new_expiry", Text: newExpiry},
	}}
}
