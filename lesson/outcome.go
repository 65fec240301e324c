package lesson

import "leaseplay/lesson/sqlite"

// Outcome is what running a program gave.
type Outcome struct {
	Lines []string // what the program prints
	Steps []StepOutcome
	Done  []string // the challenges that it met, by name
}

// StepOutcome is what one step gave.
type StepOutcome struct {
	Line    string
	Value   string  // the printed value, "" if the step raised
	Raised  *Raised // nil if it didn't
	Right   string  // with a variant: the right contract's line, where it differs
	Reason  string  // one sentence: what decided
	Decided string  // the name of the predicate or input that decided, "" if none did alone
	Because []Because
	Trace   []Traced
	Before  []Row   // the table before the step, as committed
	Rows    []Row   // the table after it, as committed; nil if it couldn't be read
	Locked  *Raised // why Rows couldn't be read
	Views   []View  // what connections inside a transaction see instead
}

// Because is one condition of the contract, with what SQLite (for a
// predicate) or the contract's check before BEGIN (for a bound) made of it.
type Because struct {
	Stage  Stage
	Name   string // of the predicate or the input
	SQL    string // the condition: "expiry > :now"
	Values string // with values in place: "15 > 15"
	Held   Truth
}

// Stage is where a condition belongs.
type Stage string

// The stages.
const (
	Bounds Stage = "bounds" // checked before BEGIN
	Where  Stage = "where"  // a predicate of the WHERE clause
)

// Truth is SQL's three-valued truth.
type Truth uint8

// The truth values.
const (
	False Truth = iota
	True
	Unknown // NULL
)

// Traced is one statement that a step ran.
type Traced struct {
	SQL     string // with bound values
	Writes  bool   // an INSERT, UPDATE or DELETE, so that rows changed are worth telling
	Changes int64  // rows changed
	Raised  *Raised
}

// Row is a row of the lesson's table, in the order of its columns.
type Row []sqlite.Value

// View is the table as a connection inside its own transaction sees it.
type View struct {
	Connection string
	Rows       []Row
	Writing    bool // it holds the write lock
}
