//go:build !wasip1

package contention_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/contention"
	"leaseplay/lesson/sqlite"
)

const (
	locked = "sqlite3.OperationalError: database is locked"
	nested = "sqlite3.OperationalError: cannot start a transaction within a transaction"
)

func preset(t *testing.T, name string) lesson.Program {
	t.Helper()
	for _, p := range contention.Lesson.Programs {
		if p.Name == name {
			return p.Program.Clone()
		}
	}
	t.Fatalf("no program %s", name)
	return lesson.Program{}
}

func run(t *testing.T, p *lesson.Program) *lesson.Outcome {
	t.Helper()
	out, err := contention.Lesson.Run(p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPresets has the lines in each journal mode, and with the mistake, which
// changes none of them.
func TestPresets(t *testing.T) {
	same := func(lines ...string) map[string][]string {
		return map[string][]string{"delete": lines, "wal": lines}
	}
	want := map[string]map[string][]string{
		"default": same(
			"first in transaction: True", locked, "second still reads: 10",
			"first in transaction: False", "second renews: True", "stored expiry: 15"),
		"reader": {
			"delete": {
				"second in transaction: True", "second reads: 10", locked, "second reads: 10",
				"second in transaction: False", "second reads: 10", "first renews: True", "stored expiry: 16"},
			"wal": {
				"second in transaction: True", "second reads: 10", "first renews: True", "second reads: 10",
				"second in transaction: False", "second reads: 15", "first renews: True", "stored expiry: 16"},
		},
		"nested": same(
			"first in transaction: True", nested,
			"first in transaction: False", "first renews: True", "stored expiry: 15"),
		"plain-begin": same(
			"first in transaction: True", "second renews: True", "first reads: 15", "first in transaction: False"),
	}
	want["reader-wal"] = want["reader"]
	for _, p := range contention.Lesson.Programs {
		for _, journal := range []string{"delete", "wal"} {
			for _, variant := range []string{"", "deferred"} {
				program := p.Program.Clone()
				program.Variant = variant
				program.Options = []lesson.Input{{Name: "journal", Text: journal}}
				if out := run(t, &program); !slices.Equal(out.Lines, want[p.Name][journal]) {
					t.Errorf("%s %s %s: got %q, want %q", p.Name, journal, variant, out.Lines, want[p.Name][journal])
				}
			}
		}
	}
}

// TestDefaultJournal has a program that names no journal mode.
func TestDefaultJournal(t *testing.T) {
	p := preset(t, "reader")
	p.Options = nil
	if out := run(t, &p); out.Lines[2] != locked {
		t.Errorf("got %q, want %q as in journal mode delete", out.Lines[2], locked)
	}
	p.Options = []lesson.Input{{Name: "journal", Text: "off"}}
	if _, err := contention.Lesson.Run(&p); !errors.Is(err, lesson.BadValue) {
		t.Errorf("journal mode off: got %v", err)
	}
}

// TestRefused looks at what a refused renewal leaves: which statement was
// refused, nothing changed, and no transaction open that wasn't before.
func TestRefused(t *testing.T) {
	for _, test := range []struct {
		program, variant string
		step             int
		refused          string // the first word of the refused statement
		then             string // of the one after it, if any
		reason           string
	}{
		{"default", "", 1, "BEGIN IMMEDIATE", "",
			"another connection holds the write lock, and the busy timeout is 0: SQLite refuses BEGIN IMMEDIATE at once, before anything is read or written"},
		{"default", "deferred", 1, "UPDATE", "ROLLBACK",
			"another connection holds a lock that this statement needs, and the busy timeout is 0: SQLite refuses at once and nothing changes"},
		{"reader", "", 2, "COMMIT", "ROLLBACK",
			"another connection is still reading the file, which COMMIT has to change, and the busy timeout is 0: SQLite refuses at once, and all of the transaction is rolled back"},
		{"nested", "", 1, "BEGIN IMMEDIATE", "",
			"this connection is inside a transaction already, and SQLite has none inside another: the renewal is refused at its BEGIN, and that transaction stays open"},
	} {
		p := preset(t, test.program)
		p.Variant = test.variant
		s := run(t, &p).Steps[test.step]
		i := slices.IndexFunc(s.Trace, func(tr lesson.Traced) bool { return tr.Raised != nil })
		if i < 0 {
			t.Errorf("%s %s: nothing was refused: %+v", test.program, test.variant, s.Trace)
			continue
		}
		then := ""
		for _, tr := range s.Trace[i+1:] {
			then += tr.SQL
		}
		if got := s.Trace[i].SQL; !bytes.HasPrefix([]byte(got), []byte(test.refused)) || then != test.then {
			t.Errorf("%s %s: refused %q, then %q; want %q, then %q", test.program, test.variant, got, then, test.refused, test.then)
		}
		if s.Reason != test.reason {
			t.Errorf("%s %s: reason %q", test.program, test.variant, s.Reason)
		}
		if test.program != "nested" && s.Raised.Code.Primary() != sqlite.BUSY {
			t.Errorf("%s %s: result code %d", test.program, test.variant, s.Raised.Code)
		}
		if !sameRows(s.Before, s.Rows) {
			t.Errorf("%s %s: the row was %v and is %v", test.program, test.variant, s.Before, s.Rows)
		}
	}
}

// TestStored has the reason of every step that only reads.
func TestStored(t *testing.T) {
	const (
		committed = "the SELECT reads what is committed and changes nothing"
		behind    = "the SELECT reads what is committed: the write lock that another connection holds keeps nobody from reading"
		begins    = "the first read of this connection's transaction: what is committed now is what the transaction will see until it ends"
		same      = "this connection's transaction sees what was committed when it first read, and that is still what is committed"
		old       = "this connection's transaction began to read before the change to 15 was committed: until it ends it sees the database as it was then"
		own       = "this connection's own transaction holds the write lock: no other can commit a change before it ends"
	)
	writer := preset(t, "default")
	writer.Steps[2].Connection = "first"
	for _, test := range []struct {
		program lesson.Program
		want    []string
	}{
		{preset(t, "default"), []string{behind, committed}},
		{preset(t, "reader"), []string{begins, same, committed, committed}},
		{preset(t, "reader-wal"), []string{begins, old, committed, committed}},
		{preset(t, "plain-begin"), []string{begins}},
		{writer, []string{own, committed}},
	} {
		var got []string
		for i, s := range run(t, &test.program).Steps {
			if test.program.Steps[i].Op == "stored" {
				got = append(got, s.Reason)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestNestedKeepsLock has the open transaction survive the refused renewal.
func TestNestedKeepsLock(t *testing.T) {
	p := preset(t, "nested")
	s := run(t, &p).Steps[1]
	if len(s.Views) != 1 || s.Views[0].Connection != "first" || !s.Views[0].Writing {
		t.Errorf("first lost its transaction: %+v", s.Views)
	}
}

// TestRecorded has every step of the recorded programs that raises leave the
// rows alone, and the mistake print what the right contract prints, unless a
// BEGIN comes inside a transaction: BEGIN IMMEDIATE then fails for want of the
// lock or, having got and kept it, because of the transaction, and BEGIN always
// because of the transaction. The lines are compared on every engine in package
// engine.
func TestRecorded(t *testing.T) {
	text, err := os.ReadFile("../testdata/contention.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	raised := map[string]int{}
	for in := bufio.NewScanner(bytes.NewReader(text)); in.Scan(); {
		var recorded struct{ Program json.RawMessage }
		if err := json.Unmarshal(in.Bytes(), &recorded); err != nil {
			t.Fatal(err)
		}
		p, err := lesson.ParseProgram(recorded.Program)
		if err != nil {
			t.Fatal(err)
		}
		out := run(t, p)
		for _, s := range out.Steps {
			if s.Locked != nil || s.Right != "" && !slices.Contains(out.Lines, nested) {
				t.Errorf("%s: locked %v, right %q", recorded.Program, s.Locked, s.Right)
			}
			if s.Raised != nil {
				raised[s.Line]++
				if !sameRows(s.Before, s.Rows) {
					t.Errorf("%s: %s changed %v to %v", recorded.Program, s.Line, s.Before, s.Rows)
				}
			}
		}
	}
	if len(raised) < 6 || raised[locked] < 50 {
		t.Errorf("the programs raise too little to show anything: %v", raised)
	}
}

// TestOldSnapshot has a reader in WAL mode that wants to write after somebody
// else wrote: what it knows is out of date, and no waiting would help.
func TestOldSnapshot(t *testing.T) {
	p := preset(t, "reader-wal")
	p.Steps = append(p.Steps[:3], lesson.Step{Op: "begin", Connection: "second"}, lesson.Step{Op: "stored", Connection: "second"})
	steps := run(t, &p).Steps
	const reason = "this transaction still sees the database as it was before another connection changed it, and nothing can be written on top of that: it has to end and begin anew"
	if s := steps[3]; s.Line != locked || s.Raised.Code != sqlite.BUSYSnapshot || s.Reason != reason {
		t.Errorf("got %q, code %d, %q", s.Line, s.Raised.Code, s.Reason)
	}
	if steps[4].Value != "10" {
		t.Errorf("it then read %q", steps[4].Value)
	}
}

// TestRefusedBeginLocks has what SQLite does with a BEGIN IMMEDIATE inside a
// plain transaction: it refuses it, but keeps the lock that it took for it.
func TestRefusedBeginLocks(t *testing.T) {
	p := preset(t, "plain-begin")
	p.Steps = []lesson.Step{p.Steps[0], {Op: "begin", Connection: "first"}, {Op: "begin", Connection: "second"}}
	if out := run(t, &p); out.Lines[1] != nested || out.Lines[2] != locked {
		t.Errorf("got %q", out.Lines)
	}
}

func TestUseJournal(t *testing.T) {
	db, err := sqlite.Create()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Remove()
	p := preset(t, "reader-wal")
	if _, err := contention.Lesson.RunOn(db, &p); err != nil {
		t.Fatal(err)
	}
	c, err := sqlite.Open(db.URI())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if rows, err := c.Rows("PRAGMA journal_mode"); err != nil || rows[0][0].Text != "wal" { // the file remembers it
		t.Errorf("the program ran in journal mode %v, %v", rows, err)
	}

	memory, err := sqlite.Open("file:/no-wal-here?vfs=memdb")
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	if err := contention.UseJournal(memory, "wal"); !errors.Is(err, sqlite.ERROR) {
		t.Errorf("a database without WAL: got %v", err)
	}
}

func sameRows(a, b []lesson.Row) bool {
	return slices.EqualFunc(a, b, func(a, b lesson.Row) bool { return slices.Equal(a, b) })
}
