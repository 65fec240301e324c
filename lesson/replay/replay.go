// Package replay is the lesson on requests that come twice: a request names
// itself, is carried out once, and its retry gets the first one's answer.
package replay

import (
	"strconv"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// Same is what makes a submission the retry of a stored job. The request
// finds the job, and the payload has to be the same text byte for byte.
var Same = lesson.Rule{
	{Name: "request", SQL: "request = :request", False: "the stored request {request} is not {:request}"},
	{Name: "payload", SQL: "payload = :payload", False: "request {request} is stored with payload {payload}, not {:payload}: one request with two payloads is a mistake of the client's, and nothing is stored"},
}

// Verdict is what became of a submission.
type Verdict string

// The verdicts.
const (
	New      Verdict = "new"      // no job has the request; only Check says so
	Created  Verdict = "created"  // a job was stored for it
	Replayed Verdict = "replayed" // a job is stored for it, with the same payload
	Conflict Verdict = "conflict" // a job is stored for it, with another payload
)

// Answer is the answer to a submission: a verdict and the job's id.
type Answer struct {
	Verdict Verdict
	Job     int64 // 0 when the verdict is New
}

// String returns the answer as a program prints it: "created job=1".
func (a Answer) String() string {
	if a.Verdict == New {
		return string(New)
	}
	return string(a.Verdict) + " job=" + strconv.FormatInt(a.Job, 10)
}

// Contract accepts submissions: the right way, or with a classic mistake.
type Contract struct {
	Same   lesson.Rule
	halves bool // a check, and then an INSERT that relies on it

	insert, find string
}

// NewContract returns the contract that a rule for retries makes, and what an
// INSERT does on a request that is stored already.
func NewContract(same lesson.Rule, onConflict string) *Contract {
	return &Contract{
		Same:   same,
		insert: "INSERT INTO job(request, payload) VALUES (:request, :payload)" + onConflict,
		find:   "SELECT id, " + same.SQL() + " FROM job WHERE request = :request ORDER BY id LIMIT 1",
	}
}

// Submit stores a job for the request unless there is one, and says which: a
// first submission is Created, its retry Replayed, and one with another
// payload a Conflict. The unique key on request decides, inside the INSERT
// itself: whichever connection comes second stores nothing.
//
// It returns a *lesson.ValueError, with nothing begun, unless request and
// payload have 1 to 200 code points. Any other error is SQLite's, with
// everything rolled back.
func (k *Contract) Submit(c *sqlite.Conn, request, payload string) (a Answer, err error) {
	if err := fields(request, payload); err != nil {
		return a, err
	}
	if k.halves {
		if a, err = k.look(c, request, payload); err != nil || a.Verdict != New {
			return a, err
		}
		return k.trust(c, request, payload)
	}
	err = c.Transaction("BEGIN IMMEDIATE", func() error {
		stored, err := c.Exec(k.insert, params(request, payload)...)
		if err != nil {
			return err
		}
		if a, err = k.look(c, request, payload); stored == 1 {
			a.Verdict = Created
		}
		return err
	})
	return a, err
}

// Check is the first half of a submission in two halves: it only looks. Its
// answer tells of the moment of looking. Errors are Submit's.
func (k *Contract) Check(c *sqlite.Conn, request, payload string) (Answer, error) {
	if err := fields(request, payload); err != nil {
		return Answer{}, err
	}
	return k.look(c, request, payload)
}

// Insert is the second half. The right contract takes the check for a hint and
// submits; the mistake takes it for the truth. Errors are Submit's.
func (k *Contract) Insert(c *sqlite.Conn, checked Answer, request, payload string) (Answer, error) {
	if !k.halves {
		return k.Submit(c, request, payload)
	}
	if err := fields(request, payload); err != nil || checked.Verdict != New {
		return checked, err
	}
	return k.trust(c, request, payload)
}

// look finds the job that is stored for the request.
func (k *Contract) look(c *sqlite.Conn, request, payload string) (Answer, error) {
	rows, err := c.Rows(k.find, params(request, payload)...)
	switch {
	case err != nil:
		return Answer{}, err
	case len(rows) == 0:
		return Answer{Verdict: New}, nil
	case rows[0][1].Int == 1:
		return Answer{Replayed, rows[0][0].Int}, nil
	}
	return Answer{Conflict, rows[0][0].Int}, nil
}

// trust inserts without a look and without a key that would look for it.
func (k *Contract) trust(c *sqlite.Conn, request, payload string) (a Answer, err error) {
	err = c.Transaction("BEGIN IMMEDIATE", func() error {
		if _, err := c.Exec(k.insert, params(request, payload)...); err != nil {
			return err
		}
		rows, err := c.Rows("SELECT last_insert_rowid()")
		if err == nil {
			a = Answer{Created, rows[0][0].Int}
		}
		return err
	})
	return a, err
}

// fields refuses what no submission can have.
func fields(request, payload string) error {
	return lesson.Require("request fields",
		lesson.Length("request", request, 1, 200),
		lesson.Length("payload", payload, 1, 200),
	)
}

func params(request, payload string) []sqlite.Param {
	return []sqlite.Param{
		{Name: ":request", Value: sqlite.Text(request)},
		{Name: ":payload", Value: sqlite.Text(payload)},
	}
}
