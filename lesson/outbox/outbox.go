// Package outbox is the lesson on claiming a message and acknowledging it: a
// claim that another worker has taken over can never acknowledge.
package outbox

import (
	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// Claimable is what has to be true of the stored row for a claim.
//
// A pending row has no lease and, unless one was left there, no token: both
// are NULL. The lease only counts where the row is claimed, and IS NOT takes
// NULL for a token unlike any other, where <> would answer NULL.
var Claimable = lesson.Rule{
	{Name: "id", SQL: "id = :id", False: "no row has id {:id}: the stored one is {id}"},
	{Name: "state", SQL: "state IN ('pending', 'claimed')", False: "state {state} is neither pending nor claimed: there is nothing left to claim"},
	{Name: "lease", SQL: "(state = 'pending' OR lease_until <= :now)", False: "lease_until {lease_until} is not at or before now {:now}: the claim of {token} still stands"},
	{Name: "token", SQL: "token IS NOT :token", False: "the stored token is {:token} already: under one token nobody could tell the new claim from the old one"},
}

// Acknowledgeable is what has to be true of the stored row for an
// acknowledgement.
var Acknowledgeable = lesson.Rule{
	{Name: "id", SQL: "id = :id", False: "no row has id {:id}: the stored one is {id}"},
	{Name: "state", SQL: "state = 'claimed'", False: "state {state} is not claimed: only a claimed message can be acknowledged"},
	{Name: "token", SQL: "token = :token", False: "the stored token {token} is not {:token}: the message belongs to another claim"},
	{Name: "lease", SQL: "lease_until > :now", False: "lease_until {lease_until} is not greater than now {:now}: a claim ends at its expiry, and so does the right to acknowledge"},
}

// Contract claims and acknowledges by two rules: the right ones, or a classic
// mistake.
type Contract struct {
	Claimable, Acknowledgeable lesson.Rule

	claim, ack string
}

// New returns the contract that two rules make.
func New(claimable, acknowledgeable lesson.Rule) *Contract {
	return &Contract{claimable, acknowledgeable,
		"UPDATE outbox SET state = 'claimed', token = :token, lease_until = :until WHERE " + claimable.SQL(),
		"UPDATE outbox SET state = 'sent' WHERE " + acknowledgeable.SQL(),
	}
}

// The bounds of the contract's clock, in its units.
const (
	maxTime  = 1_000_000 // the last unit; the first is 0
	maxLease = 10        // how far after now a claim may last
)

// Claim takes the message with that id for the holder of token, up to until,
// if it is pending or its last claim has ended at now, and returns whether it
// did. The times are in units of one clock that all workers share.
//
// It returns a *lesson.ValueError, with nothing begun, unless id is 1 to 1000,
// the token has 1 to 32 code points, now and until are 0 to maxTime, and until
// is 1 to maxLease units after now. Any other error is SQLite's, with
// everything rolled back.
func (k *Contract) Claim(c *sqlite.Conn, id lesson.Int, token string, now, until lesson.Int) (bool, error) {
	if err := fields(id, token); err != nil {
		return false, err
	}
	if err := lesson.Require("clock/extension bounds",
		lesson.Between("now", now, 0, maxTime),
		lesson.Between("until", until, 0, maxTime),
		lesson.Window("until", until, "now", now, maxLease),
	); err != nil {
		return false, err
	}
	changed, err := c.Immediate(k.claim, append(params(id, token, now), sqlite.Param{Name: ":until", Value: sqlite.Int(until.N)})...)
	return changed == 1, err
}

// Ack marks the message with that id as sent, if the token still holds its
// claim at now, and returns whether it did.
//
// It returns a *lesson.ValueError, with nothing begun, unless id is 1 to 1000,
// the token has 1 to 32 code points and now is 0 to maxTime. Any other error is
// SQLite's, with everything rolled back.
func (k *Contract) Ack(c *sqlite.Conn, id lesson.Int, token string, now lesson.Int) (bool, error) {
	if err := fields(id, token); err != nil {
		return false, err
	}
	if err := lesson.Require("clock bounds", lesson.Between("now", now, 0, maxTime)); err != nil {
		return false, err
	}
	changed, err := c.Immediate(k.ack, params(id, token, now)...)
	return changed == 1, err
}

// fields refuses what can't name a claim.
func fields(id lesson.Int, token string) error {
	return lesson.Require("claim fields",
		lesson.Between("id", id, 1, 1000),
		lesson.Length("token", token, 1, 32),
	)
}

// params are the inputs as both rules' parameters.
func params(id lesson.Int, token string, now lesson.Int) []sqlite.Param {
	return []sqlite.Param{
		{Name: ":id", Value: sqlite.Int(id.N)},
		{Name: ":token", Value: sqlite.Text(token)},
		{Name: ":now", Value: sqlite.Int(now.N)},
	}
}
