// Package boundary is the lesson on what two contracts that read the same
// expiry make of the same tick: who may act at it, the holder or the sweep.
package boundary

import (
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/requeue"
	"leaseplay/lesson/sqlite"
)

// Pair is the two contracts side by side: they are those of the lessons renew
// and requeue, both on the column expiry.
type Pair struct {
	Renew   *renew.Contract
	Requeue *requeue.Contract
}

// New returns the pair that two rules make.
func New(renewal, sweep lesson.Rule) *Pair {
	return &Pair{renew.New(renewal), requeue.New(sweep)}
}

// Row is the job that both contracts are tried on.
type Row struct {
	ID     lesson.Int
	Token  string
	State  sqlite.Value
	Expiry sqlite.Value
}

// At tells who may act on the row at now, in units of the clock that the expiry
// was given by: whether its holder may renew, by the most that a renewal can
// ask for, and whether the sweep may requeue. Each is tried on the row as it
// is given, and the row is put back. These are transactions of their own, as
// the contracts are: a process that ends between them leaves what one did.
//
// The errors are those of the two contracts: a *lesson.ValueError unless the
// row has an id of 1 to 1000 and a token of 1 to 32 code points, and now is 0
// to renew.MaxTime less renew.MaxExtension; or SQLite's.
func (p *Pair) At(c *sqlite.Conn, row Row, now lesson.Int) (renewed, requeued bool, err error) {
	renewed, err = p.Renew.Renew(c, row.ID, row.Token, now, Furthest(now))
	if renewed {
		err = row.restore(c)
	}
	if err != nil {
		return false, false, err
	}
	requeued, err = p.Requeue.Requeue(c, now)
	if requeued {
		err = row.restore(c)
	}
	return renewed, requeued, err
}

// Furthest returns the furthest expiry that a renewal at now may ask for.
func Furthest(now lesson.Int) lesson.Int {
	if now.In(0, renew.MaxTime) { // renew refuses any other now, whatever the new expiry
		now.N += renew.MaxExtension
		now.Made = "now + " + strconv.Itoa(renew.MaxExtension)
	}
	return now
}

// restore puts back what the contracts change. Where that fails it is tried
// once more, since what only answers a question must not stay; the error is
// the first one's all the same.
func (r *Row) restore(c *sqlite.Conn) error {
	put := func() error {
		_, err := c.Exec("UPDATE job SET state = :state, expiry = :expiry /* the lesson puts the row back */",
			sqlite.Param{Name: ":state", Value: r.State}, sqlite.Param{Name: ":expiry", Value: r.Expiry})
		return err
	}
	err := put()
	if err != nil {
		_ = put()
	}
	return err
}
