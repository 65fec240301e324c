package replay

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

func run(t *testing.T, variant string, steps ...lesson.Step) *lesson.Outcome {
	t.Helper()
	out, err := Lesson.Run(&lesson.Program{Lesson: "replay", Variant: variant, Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPrograms(t *testing.T) {
	const stored = "stored jobs: "
	for _, tt := range []struct {
		preset  int
		variant string
		want    []string
	}{
		{0, "", []string{"submit: created job=1", "retry: replayed job=1", "changed payload: conflict job=1", "new request: created job=2", stored + "2"}},
		{0, "ignore-payload", []string{"submit: created job=1", "retry: replayed job=1", "changed payload: replayed job=1", "new request: created job=2", stored + "2"}},
		{0, "overwrite", []string{"submit: created job=1", "retry: created job=1", "changed payload: created job=1", "new request: created job=2", stored + "2"}},
		{0, "check-then-insert", []string{"submit: created job=1", "retry: replayed job=1", "changed payload: conflict job=1", "new request: created job=2", stored + "2"}},
		{1, "", []string{"first checks: new", "second checks: new", "first inserts: created job=1", "second inserts: replayed job=1", stored + "1"}},
		{1, "check-then-insert", []string{"first checks: new", "second checks: new", "first inserts: created job=1", "second inserts: created job=2", stored + "2"}},
	} {
		out := run(t, tt.variant, Lesson.Programs[tt.preset].Program.Steps...)
		if !slices.Equal(out.Lines, tt.want) {
			t.Errorf("program %d %s:\n got %q\nwant %q", tt.preset, tt.variant, out.Lines, tt.want)
		}
	}
}

// TestRows looks at what a conflict leaves in the table.
func TestRows(t *testing.T) {
	for variant, want := range map[string]string{"": "2 tickets", "ignore-payload": "2 tickets", "overwrite": "3 tickets", "check-then-insert": "2 tickets"} {
		out := run(t, variant, Lesson.Default().Steps[:3]...)
		rows := out.Steps[2].Rows
		if len(rows) != 1 || rows[0][2].Text != want {
			t.Errorf("variant %q: rows %v, want one with payload %s", variant, rows, want)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		preset  int
		variant string
		step    int
		decided string
		reason  string // begins so
	}{
		{0, "", 0, "", `no job had request "order-17", so the INSERT stored one`},
		{0, "", 1, "", `request "order-17" has job 1 already, with this very payload`},
		{0, "", 2, "payload", `request "order-17" is stored with payload "2 tickets", not "3 tickets"`},
		{0, "ignore-payload", 2, "", `request "order-17" has job 1 already, and nobody compares the payloads`},
		{0, "overwrite", 2, "", `request "order-17" had job 1 already: its payload was written over`},
		{1, "", 1, "", `no job has request "order-17" at this moment`},
		{1, "", 3, "", "the check on this connection had found no job, and another one has stored job 1 since"},
		{1, "check-then-insert", 3, "", "the check on this connection had found no job"},
	} {
		s := run(t, tt.variant, Lesson.Programs[tt.preset].Program.Steps...).Steps[tt.step]
		if s.Decided != tt.decided || !strings.HasPrefix(s.Reason, tt.reason) {
			t.Errorf("program %d %s step %d: %q decided: %s", tt.preset, tt.variant, tt.step, s.Decided, s.Reason)
		}
	}
}

// TestBytes submits payloads that look alike, or that a careless comparison
// takes for equal.
func TestBytes(t *testing.T) {
	alike := []string{"caf\u00e9", "cafe\u0301", "caf\u00e9 ", " caf\u00e9", "CAF\u00c9", "caf\u00e9\x00", "caf\u00e9\x00x", "1", "1.0", "01", "\u00a0", " "}
	for i, a := range alike {
		for k, b := range alike {
			want := "conflict job=1"
			if i == k {
				want = "replayed job=1"
			}
			out := run(t, "", step("submit", "first", "", "r", a), step("submit", "second", "", "r", b), step("submit", "second", "", a, b))
			if out.Lines[0] != "created job=1" || out.Lines[1] != want || out.Lines[2] != "created job=2" {
				t.Errorf("%q, then %q: %q", a, b, out.Lines)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	long := strings.Repeat("\U0001F600", 200)
	const refused = "ValueError: request fields"
	for _, op := range []string{"submit", "check", "insert"} {
		for _, variant := range []string{"", "check-then-insert"} {
			for _, tt := range []struct{ request, payload, want string }{
				{"", "p", refused},
				{"r", "", refused},
				{long + "x", "p", refused},
				{"r", long + "x", refused},
				{"\xed\xa0\x80", "p", "UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 0: surrogates not allowed"},
				{"r", "x\xed\xa0\x80", "UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 1: surrogates not allowed"},
				{long, long, ""},
			} {
				out := run(t, variant, step(op, "first", "", tt.request, tt.payload), lesson.Step{Op: "stored"})
				s := out.Steps[0]
				if tt.want != "" && (s.Line != tt.want || out.Lines[1] != "0") || tt.want == "" && s.Raised != nil {
					t.Errorf("%s %s of %q, %q: %q", variant, op, tt.request, tt.payload, out.Lines)
				}
				if tt.want == refused && len(s.Trace) != 0 {
					t.Errorf("%s %s of %q, %q: refused, but SQLite was given %v", variant, op, tt.request, tt.payload, s.Trace)
				}
			}
		}
	}
}

// TestHalves interleaves the two halves of two submissions in every way.
func TestHalves(t *testing.T) {
	for variant, double := range map[string]int{"": 0, "ignore-payload": 0, "overwrite": 0, "check-then-insert": 4} {
		doubled := 0
		for _, order := range orders(2) {
			var steps []lesson.Step
			var seen [2]int
			for _, c := range order {
				steps = append(steps, step([]string{"check", "insert"}[seen[c]], Lesson.Connections[c], "", "r", "p"))
				seen[c]++
			}
			out := run(t, variant, append(steps, lesson.Step{Op: "stored"})...)
			switch jobs := out.Lines[4]; {
			case jobs == "2":
				doubled++
			case jobs != "1":
				t.Errorf("variant %q, order %v: %s jobs", variant, order, jobs)
			}
		}
		if doubled != double { // both check before either inserts in 4 of the 6 orders
			t.Errorf("variant %q: %d of 6 orders stored the job twice, want %d", variant, doubled, double)
		}
	}
}

// TestStatements interleaves the single statements of two submissions in every
// way, on a file with its locks. A connection that is refused the lock submits
// again in the end, as a client that retries would.
func TestStatements(t *testing.T) {
	k := contracts[""]
	file, err := sqlite.Create()
	if err != nil {
		t.Fatal(err)
	}
	var conns [2]*sqlite.Conn
	for i := range conns {
		if conns[i], err = sqlite.Open(file.URI()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conns[0].Exec(Lesson.Schema); err != nil {
		t.Fatal(err)
	}
	statements := []string{"BEGIN IMMEDIATE", k.insert, k.find, "COMMIT"}
	retries := 0
	for _, order := range orders(len(statements)) {
		if _, err := conns[0].Exec("DELETE FROM job"); err != nil {
			t.Fatal(err)
		}
		var next [2]int
		var refused [2]bool
		created := 0
		for _, c := range order {
			sql := statements[next[c]]
			next[c]++
			if refused[c] {
				continue
			}
			changes, err := conns[c].Exec(sql, params("r", "p")...)
			switch {
			case errors.Is(err, sqlite.BUSY) && sql == "BEGIN IMMEDIATE":
				refused[c] = true
			case err != nil:
				t.Fatalf("order %v: %s: %v", order, sql, err)
			case sql == k.insert:
				created += int(changes)
			}
		}
		for c := range conns {
			if refused[c] {
				retries++
				if a, err := k.Submit(conns[c], "r", "p"); a != (Answer{Replayed, 1}) || err != nil {
					t.Errorf("order %v: submitted again: %v %v", order, a, err)
				}
			}
		}
		rows, err := conns[0].Rows("SELECT count(*) FROM job")
		if err != nil || rows[0][0].Int != 1 || created != 1 {
			t.Errorf("order %v: %v jobs, %d created, %v", order, rows, created, err)
		}
	}
	if retries != 68 { // all orders but the two in which one comes after the other
		t.Errorf("%d submissions were refused the lock and came again, want 68", retries)
	}
	for _, c := range conns {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := file.Remove(); err != nil {
		t.Error(err)
	}
}

// orders are all ways to interleave two connections that take n steps each.
func orders(n int) (out [][]int) {
	var extend func(order []int, left [2]int)
	extend = func(order []int, left [2]int) {
		if left == [2]int{} {
			out = append(out, slices.Clone(order))
		}
		for c := range left {
			if left[c] > 0 {
				rest := left
				rest[c]--
				extend(append(order, c), rest)
			}
		}
	}
	extend(nil, [2]int{n, n})
	return out
}
