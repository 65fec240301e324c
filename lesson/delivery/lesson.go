// The delivery lesson as the page, the command and the tests run it.

package delivery

import (
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// The outcomes of one attempt to send.
const (
	refused = "refused"    // the endpoint took nothing
	lost    = "reply lost" // the endpoint has it, and the sender isn't told
	ok      = "ok"         // the endpoint has it, and the sender knows
)

// contract returns the contract of a variant; "" is the right one.
func contract(variant string) Contract {
	return Contract{inside: variant == "send-inside", first: variant == "mark-first"}
}

// Lesson is the lesson.
var Lesson = &lesson.Lesson{
	Name:    "delivery",
	Title:   "Commit, then send",
	Summary: "A transaction can't include a call to somebody else: commit the intent, send until a reply comes, and let the receiver count once.",
	Figure:  "delivery",

	Schema: "CREATE TABLE outbox(id INTEGER PRIMARY KEY, body TEXT NOT NULL, state TEXT NOT NULL)",
	Table:  "outbox",
	Columns: []lesson.Column{
		{Name: "id", Type: sqlite.INTEGER},
		{Name: "body", Type: sqlite.TEXT},
		{Name: "state", Type: sqlite.TEXT, Choices: []string{"pending", "sent"}},
	},
	EmptyTable:  true,
	Connections: []string{"first"},
	State:       func() any { return &Endpoint{} },

	Ops: []lesson.Op{
		{Name: "commit", Label: "committed", Help: "store the intent to send a message", Run: runCommit,
			Fields: []lesson.Field{{Name: "body", Kind: lesson.Text, Default: "receipt-7"}}},
		{Name: "send", Label: "send", Help: "one attempt to send the oldest pending message", Run: runSend,
			Fields: []lesson.Field{{Name: "outcome", Kind: lesson.Choice, Choices: []string{refused, lost, ok}, Default: ok}}},
	},
	Programs: []lesson.Preset{
		preset("default", "Refused, lost, delivered",
			commit("committed", "receipt-7"), send("send 1 refused", refused), send("send 2 reply lost", lost), send("send 3 ok", ok)),
		preset("lost-reply", "The first reply is lost",
			commit("committed", "receipt-7"), send("send 1 reply lost", lost), send("send 2 ok", ok), send("send 3 ok", ok)),
		preset("two-messages", "Another message after a lost reply",
			commit("receipt-7 committed", "receipt-7"), send("send 1 reply lost", lost),
			send("send 2 ok", ok), commit("receipt-8 committed", "receipt-8"), send("send 3 ok", ok)),
	},
	Variants: []lesson.Variant{
		{Name: "send-inside", Title: "Send before COMMIT",
			Says: "A refusal rolls back the intent itself, and after a lost reply the receiver acts on a message of a transaction that never was."},
		{Name: "mark-first", Title: "Mark as sent, then send",
			Says: "The first send that is refused is the last: the row says sent, nothing is pending, and the endpoint never saw the message."},
	},
	Challenges: challenges,
}

func preset(name, title string, steps ...lesson.Step) lesson.Preset {
	return lesson.Preset{Name: name, Title: title, Program: lesson.Program{Lesson: "delivery", Steps: steps}}
}

func commit(label, body string) lesson.Step {
	return lesson.Step{Op: "commit", Label: label, Connection: "first", Inputs: []lesson.Input{{Name: "body", Text: body}}}
}

func send(label, outcome string) lesson.Step {
	return lesson.Step{Op: "send", Label: label, Connection: "first", Inputs: []lesson.Input{{Name: "outcome", Text: outcome}}}
}

func runCommit(c *lesson.Call) (string, error) {
	k := contract(c.Variant)
	if err := k.Commit(c.Conn, c.Text("body")); err != nil {
		return "", err
	}
	c.Reason("the INSERT is committed: from here on the message can't be lost, only sent more than once")
	if k.inside {
		c.Reason("the row is inserted but not committed, whatever the step's label says: only the open transaction sees it pending, and holds the write lock until the send")
	}
	return state(c, "last_insert_rowid()")
}

// runSend prints what became of the row and how many messages have arrived at
// the endpoint, and how many distinct ones where copies make that fewer.
func runSend(c *lesson.Call) (string, error) {
	e, outcome, again := c.State.(*Endpoint), c.Text("outcome"), false
	explain(c)
	m, err := contract(c.Variant).Send(c.Conn, func(m Message) bool {
		if outcome != refused {
			_, again = e.Kept(m.ID)
			e.Receive(m)
		}
		if c.Conn.Trace != nil { // as a comment: SQLite never hears of it
			c.Conn.Trace(sqlite.Statement{SQL: "-- send message " + strconv.FormatInt(m.ID, 10) + ": " + outcome})
		}
		return outcome == ok
	})
	if err != nil {
		return "", err
	}
	left := "nothing pending"
	if m == nil {
		c.Reason("no row is pending, so there is nothing to send")
	} else {
		if left, err = state(c, ":id", id(m.ID)); err != nil {
			return "", err
		}
		c.Reason(reason(c.Variant, outcome, left, "message "+strconv.FormatInt(m.ID, 10), again))
	}
	left += ", receiver saw " + strconv.Itoa(e.Saw())
	if e.Distinct() != e.Saw() {
		left += ", distinct " + strconv.Itoa(e.Distinct())
	}
	return left, nil
}

// explain has the rule evaluated on the row that is about to be sent.
func explain(c *lesson.Call) {
	trace := c.Conn.Trace
	c.Conn.Trace = nil // it is not the contract that asks
	rows, err := c.Conn.Rows(next)
	c.Conn.Trace = trace
	c.Missed(err)
	if len(rows) > 0 {
		c.ExplainRow(Pending, "id = :id", id(rows[0][0].Int))
	}
}

// state reads the state of the row with an id, as the connection sees it.
func state(c *lesson.Call, id string, params ...sqlite.Param) (string, error) {
	rows, err := c.Conn.Rows("SELECT state FROM outbox WHERE id = "+id, params...)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "absent", nil
	}
	return rows[0][0].Text, nil
}

// reason says what a send did and why the row is now as it is. again is that
// the endpoint has a message with this id already.
func reason(variant, outcome, state, message string, again bool) string {
	switch {
	case again && variant == "send-inside": // a message of this id that was committed is never pending again
		out := "the id of " + message + " is that of one that was rolled back, and which the endpoint has: it takes this one for a copy and throws it away"
		if state == "absent" {
			return out + "; no reply came, so this one is rolled back, too"
		}
		return out + ", while its reply has the row committed as sent"
	case state == "absent" && outcome == refused:
		return "the refusal rolled back the transaction that stored " + message + ": the intent is gone, and nobody will send it again"
	case state == "absent":
		return "no reply came, so the transaction was rolled back; but the endpoint has " + message + ", which by this database was never written"
	case variant == "send-inside" && outcome == ok:
		return "a reply came, so the transaction was committed; it held the write lock for as long as the call took"
	case variant == "mark-first" && outcome == refused:
		return "the row was marked sent before the endpoint refused: nothing is pending, and nobody will send " + message + " again"
	case variant == "mark-first" && outcome == lost:
		return "the row was marked sent before the send; the endpoint has " + message + ", but the sender would have marked it sent in any case"
	case variant == "mark-first":
		return "the row was marked sent before the send, and this time the endpoint took " + message
	case outcome == refused:
		return "the endpoint refused and keeps nothing of " + message + ": it stays pending, and the next send tries again"
	case outcome == lost:
		return "the endpoint has " + message + ", but no reply came: the sender can't tell that from a refusal, so it stays pending and goes out again"
	}
	return "a reply says that the endpoint has " + message + ", and only now is it marked sent; by its id the endpoint counts every copy once"
}
