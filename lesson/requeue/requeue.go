// Package requeue is the lesson on putting a job back into the queue: once the
// lease of a claimed job has passed, and not before, somebody else may try it.
package requeue

import (
	"math"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// Where is what has to be true of the stored row to requeue it. until names
// the column with the lease's end, "lease_until".
func Where(until string) lesson.Rule {
	return lesson.Rule{
		{Name: "state", SQL: "state = 'claimed'", False: `the job's state is {state}, not "claimed": there is no claim to end`},
		{Name: "expired", SQL: until + " < :now", False: until + " {" + until + "} is not less than now {:now}: the lease still holds, its end included"},
	}
}

// Inclusive is the mistake of a lease that has passed at its very end.
func Inclusive(until string) lesson.Predicate {
	return lesson.Predicate{Name: "expired", SQL: until + " <= :now",
		False: until + " {" + until + "} is greater than now {:now}: the lease still holds"}
}

// Contract requeues by a rule: the right one, or a classic mistake.
type Contract struct {
	Rule   lesson.Rule
	update string
}

// New returns the contract that a rule makes.
func New(rule lesson.Rule) *Contract {
	return &Contract{rule, "UPDATE job SET state = 'queued' WHERE " + rule.SQL()}
}

// Requeue sets the job's state to queued, if it is claimed and its lease has
// passed at now, and returns whether it did. now is in units of the clock that
// the lease was given by. A lease without an end, NULL, never passes.
//
// It returns a *lesson.ValueError, with nothing begun, unless now is an int of
// 64 bits. Any other error is SQLite's, with everything rolled back.
func (k *Contract) Requeue(c *sqlite.Conn, now lesson.Int) (bool, error) {
	if err := lesson.Require("clock", lesson.Between("now", now, math.MinInt64, math.MaxInt64)); err != nil {
		return false, err
	}
	changed, err := c.Immediate(k.update, Params(now)...)
	return changed == 1, err
}

// Params are the inputs as the rule's parameters.
func Params(now lesson.Int) []sqlite.Param {
	return []sqlite.Param{{Name: ":now", Value: sqlite.Int(now.N)}}
}
