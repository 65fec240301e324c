// Package delivery is the lesson on sending a message that a database knows
// of to an endpoint that it can't reach: no transaction spans the two.
package delivery

import (
	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// Pending is what has to be true of the stored row for it to be marked sent.
var Pending = lesson.Rule{
	{Name: "id", SQL: "id = :id", False: "no row has id {:id}"},
	{Name: "state", SQL: "state = 'pending'", False: "state {state} is not pending: there is nothing left to mark"},
}

const (
	insert = "INSERT INTO outbox(body, state) VALUES (:body, 'pending')"
	next   = "SELECT id, body FROM outbox WHERE state = 'pending' ORDER BY id LIMIT 1"
)

var mark = "UPDATE outbox SET state = 'sent' WHERE " + Pending.SQL()

// Message is what is sent. Every attempt to send it carries the same id.
type Message struct {
	ID   int64
	Body string
}

// Endpoint is the receiver, simulated: it keeps what arrives by message id. A
// second message with an id that it has is a copy, and it keeps the first.
type Endpoint struct {
	saw  int
	kept []Message
}

// Receive takes a message that arrives.
func (e *Endpoint) Receive(m Message) {
	e.saw++
	if _, ok := e.Kept(m.ID); !ok {
		e.kept = append(e.kept, m)
	}
}

// Saw is how many messages have arrived, copies among them.
func (e *Endpoint) Saw() int { return e.saw }

// Distinct is how many different messages have arrived.
func (e *Endpoint) Distinct() int { return len(e.kept) }

// Kept returns the message with that id, if one has arrived.
func (e *Endpoint) Kept(id int64) (Message, bool) {
	for _, m := range e.kept {
		if m.ID == id {
			return m, true
		}
	}
	return Message{}, false
}

// Post makes one attempt to hand a message over, and reports whether a reply
// came to say that the endpoint has it. Without one the endpoint may have it
// or not, and the sender can't tell.
type Post func(Message) bool

// Contract is an order in which to commit, to send and to mark as sent: the
// right one is the zero Contract, the others are classic mistakes.
type Contract struct {
	inside bool // send inside the transaction that stores the message
	first  bool // mark as sent, then send
}

// Commit stores the intent to send a message.
//
// It returns a *lesson.ValueError, with nothing begun, unless body has 1 to
// 200 code points. Any other error is SQLite's, with everything rolled back.
func (k Contract) Commit(c *sqlite.Conn, body string) error {
	if err := lesson.Require("message fields", lesson.Length("body", body, 1, 200)); err != nil {
		return err
	}
	param := sqlite.Param{Name: ":body", Value: sqlite.Text(body)}
	if !k.inside {
		_, err := c.Immediate(insert, param)
		return err
	}
	_, err := c.Exec("BEGIN IMMEDIATE")
	if err != nil {
		return err
	}
	if _, err = c.Exec(insert, param); err != nil {
		c.Rollback()
	}
	return err // and Send commits
}

// Send makes one attempt to send the oldest pending message, marks it as sent
// if a reply came, and returns it; nil if none is pending. A refusal and a
// lost reply are no errors: the message stays pending, and the next Send tries
// again. An error is SQLite's.
func (k Contract) Send(c *sqlite.Conn, post Post) (*Message, error) {
	rows, err := c.Rows(next)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	m := &Message{rows[0][0].Int, rows[0][1].Text}
	switch {
	case k.inside:
		return m, sendInside(c, post, m)
	case k.first:
		if _, err := c.Immediate(mark, id(m.ID)); err != nil {
			return m, err
		}
		post(*m)
		return m, nil
	}
	if post(*m) {
		_, err = c.Immediate(mark, id(m.ID))
	}
	return m, err
}

// sendInside sends in the transaction that Commit left open, or in one of its
// own, and rolls it back if no reply came.
func sendInside(c *sqlite.Conn, post Post, m *Message) (err error) {
	if c.Autocommit() {
		if _, err := c.Exec("BEGIN IMMEDIATE"); err != nil {
			return err
		}
	}
	if !post(*m) {
		c.Rollback()
		return nil
	}
	if _, err = c.Exec(mark, id(m.ID)); err == nil {
		_, err = c.Exec("COMMIT")
	}
	if err != nil {
		c.Rollback()
	}
	return err
}

func id(n int64) sqlite.Param { return sqlite.Param{Name: ":id", Value: sqlite.Int(n)} }
