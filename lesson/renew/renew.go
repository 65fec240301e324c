// Package renew is the lesson on renewing a lease: a worker that still holds
// its claim may move the expiry further out, by at most ten units, and nobody
// else may.
package renew

import (
	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// The bounds of the contract's clock, in its units: of the lessons that read
// this contract's leases, too.
const (
	MaxTime      = 1_000_000 // the last unit; the first is 0
	MaxExtension = 10        // how far after now a new expiry may be
)

// Where is what has to be true of the stored row for a renewal.
var Where = lesson.Rule{
	{Name: "id", SQL: "id = :id", False: "no row has id {:id}: the stored one is {id}"},
	{Name: "token", SQL: "token = :token", False: "the stored token {token} is not {:token}: the claim belongs to somebody else"},
	{Name: "expiry", SQL: "expiry > :now", False: "expiry {expiry} is not greater than now {:now}: a claim ends at its expiry"},
	{Name: "extension", SQL: "expiry < :new_expiry", False: "expiry {expiry} is not less than new_expiry {:new_expiry}: a renewal only moves it further out"},
}

// Contract renews leases by a rule: the right one, or a classic mistake.
type Contract struct {
	Rule   lesson.Rule
	Begin  string // "BEGIN IMMEDIATE", which takes the write lock before anything is read
	update string
}

// New returns the contract that a rule makes.
func New(rule lesson.Rule) *Contract {
	return &Contract{rule, "BEGIN IMMEDIATE", "UPDATE job SET expiry = :new_expiry WHERE " + rule.SQL()}
}

// Renew moves the expiry of the job with that id to newExpiry, if the token
// still holds its claim at now, and returns whether it did. The times are in
// units of one clock that all workers share.
//
// It returns a *lesson.ValueError, with nothing begun, unless id is 1 to 1000,
// the token has 1 to 32 code points, now and newExpiry are 0 to MaxTime, and
// newExpiry is 1 to MaxExtension units after now. Any other error
// is SQLite's, with everything rolled back.
func (k *Contract) Renew(c *sqlite.Conn, id lesson.Int, token string, now, newExpiry lesson.Int) (bool, error) {
	if err := lesson.Require("claim fields",
		lesson.Between("id", id, 1, 1000),
		lesson.Length("token", token, 1, 32),
	); err != nil {
		return false, err
	}
	if err := lesson.Require("clock/extension bounds",
		lesson.Between("now", now, 0, MaxTime),
		lesson.Between("new_expiry", newExpiry, 0, MaxTime),
		lesson.Window("new_expiry", newExpiry, "now", now, MaxExtension),
	); err != nil {
		return false, err
	}
	changed, err := c.Atomic(k.Begin, k.update, Params(id, token, now, newExpiry)...)
	return changed == 1, err
}

// Params are the inputs as the rule's parameters.
func Params(id lesson.Int, token string, now, newExpiry lesson.Int) []sqlite.Param {
	return []sqlite.Param{
		{Name: ":id", Value: sqlite.Int(id.N)},
		{Name: ":token", Value: sqlite.Text(token)},
		{Name: ":now", Value: sqlite.Int(now.N)},
		{Name: ":new_expiry", Value: sqlite.Int(newExpiry.N)},
	}
}
