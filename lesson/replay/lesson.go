// The replay lesson as the page, the command and the tests run it.

package replay

import (
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

const keep, overwrite = " ON CONFLICT(request) DO NOTHING", " ON CONFLICT(request) DO UPDATE SET payload = excluded.payload"

// contracts by the variant's name; "" is the right one.
var contracts = map[string]*Contract{
	"":                  NewContract(Same, keep),
	"ignore-payload":    NewContract(Same.Without("payload"), keep),
	"overwrite":         NewContract(Same, overwrite),
	"check-then-insert": checkThenInsert(),
}

func checkThenInsert() *Contract {
	k := NewContract(Same, "")
	k.halves = true
	return k
}

const storedSQL = "SELECT count(*) FROM job"

// Lesson is the lesson.
var Lesson = &lesson.Lesson{
	Name:    "replay",
	Title:   "A request that comes twice",
	Summary: "A retry of a request gets the first answer; the same name with another payload is a conflict.",
	Figure:  "replay",

	Schema: "CREATE TABLE job(id INTEGER PRIMARY KEY, request TEXT NOT NULL UNIQUE, payload TEXT NOT NULL)",
	Table:  "job",
	Columns: []lesson.Column{
		{Name: "id", Type: sqlite.INTEGER},
		{Name: "request", Type: sqlite.TEXT},
		{Name: "payload", Type: sqlite.TEXT},
	},
	EmptyTable:  true,
	Connections: []string{"first", "second"},
	State:       func() any { return &checks{} },

	Ops: []lesson.Op{
		{Name: "submit", Label: "submit", Help: "store a job for the request, once", Fields: inputs, Run: runSubmit},
		{Name: "check", Label: "check", Help: "first half of a submission: only look", Fields: inputs, Run: runCheck},
		{Name: "insert", Label: "insert", Help: "second half: store the job the check didn't find", Fields: inputs, Run: runInsert},
		{Name: "stored", Label: "stored jobs", Help: "count the jobs through this connection", Run: runStored},
	},
	Programs: []lesson.Preset{
		preset("default", "A retry, a conflict, a new request",
			step("submit", "first", "submit", "order-17", "2 tickets"),
			step("submit", "first", "retry", "order-17", "2 tickets"),
			step("submit", "first", "changed payload", "order-17", "3 tickets"),
			step("submit", "first", "new request", "order-18", "3 tickets"),
		),
		preset("interleaved", "Two connections, interleaved",
			step("check", "first", "first checks", "order-17", "2 tickets"),
			step("check", "second", "second checks", "order-17", "2 tickets"),
			step("insert", "first", "first inserts", "order-17", "2 tickets"),
			step("insert", "second", "second inserts", "order-17", "2 tickets"),
		),
	},
	Variants: []lesson.Variant{
		{Name: "ignore-payload", Title: "The payload is not compared",
			Says: "A client that uses a request's name again for another order is told that all is well, and its order is never stored."},
		{Name: "overwrite", Title: "ON CONFLICT DO UPDATE",
			Says: "The stored payload is replaced under the first client's feet, and since a row changes every time, a retry and a conflict both look like a new job."},
		{Name: "check-then-insert", Title: "Look first, then insert, no unique key",
			Says:   "Two connections that look before either has inserted both find nothing, and both store a job.",
			Schema: "CREATE TABLE job(id INTEGER PRIMARY KEY, request TEXT NOT NULL, payload TEXT NOT NULL)"},
	},
	Challenges: challenges,
}

var inputs = []lesson.Field{
	{Name: "request", Kind: lesson.Token, Default: "order-17"},
	{Name: "payload", Kind: lesson.Text, Default: "2 tickets"},
}

func preset(name, title string, steps ...lesson.Step) lesson.Preset {
	return lesson.Preset{Name: name, Title: title, Program: lesson.Program{Lesson: "replay",
		Steps: append(steps, lesson.Step{Op: "stored", Label: "stored jobs", Connection: "second"})}}
}

func step(op, connection, label, request, payload string) lesson.Step {
	return lesson.Step{Op: op, Label: label, Connection: connection,
		Inputs: []lesson.Input{{Name: "request", Text: request}, {Name: "payload", Text: payload}}}
}

// checks keeps what the last check on each connection found, until an insert
// uses it.
type checks []check

type check struct {
	connection, request, payload string
	found                        Answer
	used                         bool // the connection itself has submitted since
}

// take removes a connection's check and returns it, if it was for the same
// submission.
func (cs *checks) take(connection, request, payload string) (check, bool) {
	for i, c := range *cs {
		if c.connection == connection {
			*cs = append((*cs)[:i], (*cs)[i+1:]...)
			return c, c.request == request && c.payload == payload
		}
	}
	return check{}, false
}

// lostRace begins the reason of an insert that came second.
const lostRace = "the check on this connection had found no job"

func runSubmit(c *lesson.Call) (string, error) {
	a, err := submit(c)
	checks := *c.State.(*checks)
	for i := range checks {
		used := checks[i].connection == c.Step.Connection && checks[i].request == c.Text("request")
		checks[i].used = checks[i].used || used
	}
	return a.String(), err
}

func submit(c *lesson.Call) (Answer, error) {
	k, request, payload := contracts[c.Variant], c.Text("request"), c.Text("payload")
	before := explain(c, k, request, payload)
	a, err := k.Submit(c.Conn, request, payload)
	reason(c, before, a)
	return a, err
}

func runCheck(c *lesson.Call) (string, error) {
	k, request, payload := contracts[c.Variant], c.Text("request"), c.Text("payload")
	explain(c, k, request, payload)
	state := c.State.(*checks)
	state.take(c.Step.Connection, request, payload)
	a, err := k.Check(c.Conn, request, payload)
	if err == nil {
		*state = append(*state, check{connection: c.Step.Connection, request: request, payload: payload, found: a})
	}
	reason(c, a, a)
	return a.String(), err
}

// runInsert goes on from the connection's last check; without one for the same
// submission it checks now.
func runInsert(c *lesson.Call) (string, error) {
	k, request, payload := contracts[c.Variant], c.Text("request"), c.Text("payload")
	checked, ok := c.State.(*checks).take(c.Step.Connection, request, payload)
	if !k.halves || !ok {
		a, err := submit(c)
		if ok && !checked.used && checked.found.Verdict == New && a.Verdict == Replayed && c.Variant == "" {
			c.Reason(lostRace + ", and another one has stored job " + strconv.FormatInt(a.Job, 10) + " since: the unique key keeps the INSERT from storing a second, and the answer is that job's")
		}
		return a.String(), err
	}
	a, err := k.Insert(c.Conn, checked.found, request, payload)
	switch {
	case a.Verdict == Created:
		c.Reason(lostRace + ", so the INSERT doesn't look again, and no unique key stops it")
	default:
		c.Reason("the check on this connection had found job " + strconv.FormatInt(a.Job, 10) + ", so nothing is inserted")
	}
	return a.String(), err
}

func runStored(c *lesson.Call) (string, error) {
	c.Reason("the SELECT counts what is committed and changes nothing")
	rows, err := c.Conn.Rows(storedSQL)
	if err != nil {
		return "", err
	}
	return strconv.FormatInt(rows[0][0].Int, 10), nil
}

// explain has the rule evaluated on the job that is stored for the request, if
// there is one, and returns what a submission would find.
func explain(c *lesson.Call, k *Contract, request, payload string) Answer {
	trace := c.Conn.Trace
	c.Conn.Trace = nil // it is not the contract that asks
	before, err := k.look(c.Conn, request, payload)
	c.Conn.Trace = trace
	c.Missed(err)
	if err == nil && before.Verdict != New {
		c.ExplainRow(k.Same, "request = :request", params(request, payload)...)
	}
	return before
}

// reason says why the answer is what it is; of a conflict the predicate does.
func reason(c *lesson.Call, before, a Answer) {
	request, job := lesson.Quote(c.Text("request")), strconv.FormatInt(a.Job, 10)
	switch {
	case a.Verdict == New:
		c.Reason("no job has request " + request + " at this moment; before the next statement another connection may store one")
	case a.Verdict == Created && before.Verdict == New:
		c.Reason("no job had request " + request + ", so the INSERT stored one")
	case a.Verdict == Created:
		c.Reason("request " + request + " had job " + job + " already: its payload was written over, and a changed row looks like a new one")
	case a.Verdict == Replayed && c.Variant == "ignore-payload":
		c.Reason("request " + request + " has job " + job + " already, and nobody compares the payloads")
	case a.Verdict == Replayed:
		c.Reason("request " + request + " has job " + job + " already, with this very payload: a retry gets its answer, and nothing is stored")
	}
}
