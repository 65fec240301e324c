package contention

import (
	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
)

// contracts by the variant's name; "" is the right one.
var contracts = map[string]*renew.Contract{"": Immediate, "deferred": Deferred}

// defaultJournal is SQLite's own default.
const defaultJournal = "delete"

// Lesson is the lesson as the page, the command and the tests run it.
var Lesson = &lesson.Lesson{
	Name:    "contention",
	Title:   "A busy database",
	Summary: "While another connection holds the lock a renewal is refused at once: it changed nothing and can be tried again.",
	Figure:  "lanes",

	Schema:      renew.Lesson.Schema,
	Table:       renew.Lesson.Table,
	Columns:     renew.Lesson.Columns,
	Connections: renew.Lesson.Connections,

	Options: []lesson.Field{
		{Name: "journal", Label: "journal mode", Kind: lesson.Choice, Choices: []string{"delete", "wal"}, Default: defaultJournal},
	},
	Setup: func(c *sqlite.Conn, p *lesson.Program) error {
		mode := defaultJournal
		for _, o := range p.Options {
			mode = o.Text // there is only one
		}
		return UseJournal(c, mode)
	},

	Ops: []lesson.Op{
		renewOp(),
		statement("begin", "BEGIN IMMEDIATE", "begin a transaction that takes the write lock",
			"BEGIN IMMEDIATE takes the write lock: until this transaction ends, no other connection can begin to write"),
		statement("begin-deferred", "BEGIN", "begin a transaction that takes no lock yet",
			"BEGIN takes no lock: the first read or write will, and may then be refused"),
		statement("commit", "COMMIT", "end the transaction and keep what it changed",
			"the transaction has ended, and with it its locks"),
		statement("rollback", "ROLLBACK", "end the transaction and undo what it changed",
			"the transaction has ended, and with it its locks"),
		renew.Stored,
	},
	Programs: []lesson.Preset{
		{Name: "default", Title: "A writer is there first", Program: program(defaultJournal,
			step("begin", "first", "first in transaction"),
			renewal("second", "second renews", "5", "15"),
			step("stored", "second", "second still reads"),
			step("commit", "first", "first in transaction"),
			renewal("second", "second renews", "5", "15"),
			step("stored", "second", "stored expiry"),
		)},
		{Name: "reader", Title: "A reader keeps COMMIT from writing", Program: withReader("delete")},
		{Name: "reader-wal", Title: "The same reader, with a write-ahead log", Program: withReader("wal")},
		{Name: "nested", Title: "A renewal inside a transaction", Program: program(defaultJournal,
			step("begin", "first", "first in transaction"),
			renewal("first", "first renews", "5", "15"),
			step("rollback", "first", "first in transaction"),
			renewal("first", "first renews", "5", "15"),
			step("stored", "second", "stored expiry"),
		)},
		{Name: "plain-begin", Title: "A plain BEGIN keeps nobody out", Program: program(defaultJournal,
			step("begin-deferred", "first", "first in transaction"),
			renewal("second", "second renews", "5", "15"),
			step("stored", "first", "first reads"),
			step("commit", "first", "first in transaction"),
		)},
	},
	Variants: []lesson.Variant{
		{Name: "deferred", Title: "BEGIN without IMMEDIATE",
			Says: "The renewal learns that the database is busy only at its UPDATE, inside a transaction that it then has to roll back. The lines stay the same: look at the statements."},
	},
	Challenges: challenges,
}

// renewOp is renew's operation, which says more where a transaction is open.
func renewOp() lesson.Op {
	op := renew.Op(contracts)
	run := op.Run
	op.Run = func(c *lesson.Call) (string, error) {
		if !c.Conn.Autocommit() {
			c.Reason("this connection is inside a transaction already, and SQLite has none inside another: the renewal is refused at its BEGIN, and that transaction stays open")
		}
		return run(c)
	}
	return op
}

// statement is the operation that runs one statement, and tells like Python's
// in_transaction whether the connection is inside a transaction after it.
//
// https://docs.python.org/3/library/sqlite3.html#sqlite3.Connection.in_transaction
func statement(name, sql, help, reason string) lesson.Op {
	return lesson.Op{Name: name, Label: "in transaction", Help: help, Run: func(c *lesson.Call) (string, error) {
		_, err := c.Conn.Exec(sql)
		if err == nil {
			c.Reason(reason)
		}
		return lesson.Bool(!c.Conn.Autocommit()), err
	}}
}

// withReader is the program in which the second connection is inside a read
// transaction while the first renews.
func withReader(journal string) lesson.Program {
	return program(journal,
		step("begin-deferred", "second", "second in transaction"),
		step("stored", "second", "second reads"),
		renewal("first", "first renews", "5", "15"),
		step("stored", "second", "second reads"),
		step("commit", "second", "second in transaction"),
		step("stored", "second", "second reads"),
		renewal("first", "first renews", "6", "16"),
		step("stored", "second", "stored expiry"),
	)
}

func program(journal string, steps ...lesson.Step) lesson.Program {
	return lesson.Program{
		Lesson:  "contention",
		Options: []lesson.Input{{Name: "journal", Text: journal}},
		Row:     renew.Lesson.Default().Row,
		Steps:   steps,
	}
}

func step(op, connection, label string) lesson.Step {
	return lesson.Step{Op: op, Connection: connection, Label: label}
}

func renewal(connection, label, now, newExpiry string) lesson.Step {
	s := step("renew", connection, label)
	s.Inputs = []lesson.Input{{Name: "id", Text: "41"}, {Name: "token", Text: "claim-a"}, {Name: "now", Text: now}, {Name: "new_expiry", Text: newExpiry}}
	return s
}
