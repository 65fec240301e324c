package delivery

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

func run(t *testing.T, preset int, variant string) *lesson.Outcome {
	t.Helper()
	p := Lesson.Programs[preset].Program.Clone()
	p.Variant = variant
	out, err := Lesson.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPrograms(t *testing.T) {
	for _, tt := range []struct {
		preset  int
		variant string
		want    []string
	}{
		{0, "", []string{"committed: pending", "send 1 refused: pending, receiver saw 0",
			"send 2 reply lost: pending, receiver saw 1", "send 3 ok: sent, receiver saw 2, distinct 1"}},
		{0, "mark-first", []string{"committed: pending", "send 1 refused: sent, receiver saw 0",
			"send 2 reply lost: nothing pending, receiver saw 0", "send 3 ok: nothing pending, receiver saw 0"}},
		{0, "send-inside", []string{"committed: pending", "send 1 refused: absent, receiver saw 0",
			"send 2 reply lost: nothing pending, receiver saw 0", "send 3 ok: nothing pending, receiver saw 0"}},
		{1, "", []string{"committed: pending", "send 1 reply lost: pending, receiver saw 1",
			"send 2 ok: sent, receiver saw 2, distinct 1", "send 3 ok: nothing pending, receiver saw 2, distinct 1"}},
		{1, "mark-first", []string{"committed: pending", "send 1 reply lost: sent, receiver saw 1",
			"send 2 ok: nothing pending, receiver saw 1", "send 3 ok: nothing pending, receiver saw 1"}},
		{1, "send-inside", []string{"committed: pending", "send 1 reply lost: absent, receiver saw 1",
			"send 2 ok: nothing pending, receiver saw 1", "send 3 ok: nothing pending, receiver saw 1"}},
		{2, "", []string{"receipt-7 committed: pending", "send 1 reply lost: pending, receiver saw 1",
			"send 2 ok: sent, receiver saw 2, distinct 1", "receipt-8 committed: pending", "send 3 ok: sent, receiver saw 3, distinct 2"}},
		{2, "send-inside", []string{"receipt-7 committed: pending", "send 1 reply lost: absent, receiver saw 1",
			"send 2 ok: nothing pending, receiver saw 1", "receipt-8 committed: pending", "send 3 ok: sent, receiver saw 2, distinct 1"}},
	} {
		if out := run(t, tt.preset, tt.variant); !slices.Equal(out.Lines, tt.want) {
			t.Errorf("program %d %s:\n got %q\nwant %q", tt.preset, tt.variant, out.Lines, tt.want)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		preset  int
		variant string
		reasons []string // each begins so
	}{
		{0, "", []string{"the INSERT is committed", "the endpoint refused and keeps nothing of message 1",
			"the endpoint has message 1, but no reply came: the sender can't tell", "a reply says that the endpoint has message 1"}},
		{0, "mark-first", []string{"the INSERT is committed", "the row was marked sent before the endpoint refused", "no row is pending", "no row is pending"}},
		{0, "send-inside", []string{"the row is inserted but not committed", "the refusal rolled back the transaction", "no row is pending", "no row is pending"}},
		{1, "send-inside", []string{"the row is inserted but not committed", "no reply came, so the transaction was rolled back; but the endpoint has message 1", "", ""}},
		{2, "send-inside", []string{"the row is inserted but not committed, whatever the step's label says", "no reply came", "no row is pending",
			"the row is inserted but not committed", "the id of message 1 is that of one that was rolled back, and which the endpoint has: it takes this one for a copy and throws it away, while its reply has the row committed as sent"}},
		{2, "", []string{"the INSERT is committed", "the endpoint has message 1", "a reply says that the endpoint has message 1", "the INSERT is committed", "a reply says that the endpoint has message 2"}},
	} {
		out := run(t, tt.preset, tt.variant)
		for i, want := range tt.reasons {
			s := out.Steps[i]
			if !strings.HasPrefix(s.Reason, want) || s.Reason == "" {
				t.Errorf("program %d %s step %d: %s", tt.preset, tt.variant, i, s.Reason)
			}
			for _, b := range s.Because { // on the row before the send
				if b.Held != lesson.True {
					t.Errorf("program %d %s step %d: %s does not hold", tt.preset, tt.variant, i, b.Values)
				}
			}
		}
	}
}

// TestTrace looks where the send comes between the statements.
func TestTrace(t *testing.T) {
	const (
		read    = "SELECT id, body FROM outbox WHERE state = 'pending' ORDER BY id LIMIT 1"
		printed = "SELECT state FROM outbox WHERE id = 1"
		marked  = "UPDATE outbox SET state = 'sent' WHERE id = 1 AND state = 'pending'"
		begin   = "BEGIN IMMEDIATE"
	)
	for variant, want := range map[string][]string{
		"":           {read, "-- send message 1: ok", begin, marked, "COMMIT", printed},
		"mark-first": {read, begin, marked, "COMMIT", "-- send message 1: ok", printed},
	} {
		p := lesson.Program{Lesson: "delivery", Variant: variant, Steps: []lesson.Step{commit("", "x"), send("", ok)}}
		out, err := Lesson.Run(&p)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, st := range out.Steps[1].Trace {
			got = append(got, st.SQL)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", variant, got, want)
		}
	}
	out := run(t, 1, "send-inside")
	if v := out.Steps[0].Views; len(v) != 1 || !v[0].Writing || len(v[0].Rows) != 1 || len(out.Steps[0].Rows) != 0 {
		t.Errorf("send-inside: after the first step %+v, committed %v; want an open transaction", v, out.Steps[0].Rows)
	}
	if tr := out.Steps[1].Trace; tr[len(tr)-2].SQL != "ROLLBACK" {
		t.Errorf("send-inside, reply lost: %v", tr)
	}
}

// world is a database and an endpoint, and what was promised of them.
type world struct {
	k         Contract
	c         *sqlite.Conn
	e         Endpoint
	committed []Message
}

// step does one of "commit", refused, lost and ok.
func (w *world) step(t *testing.T, what string) {
	t.Helper()
	if what == "commit" {
		body := "message " + strconv.Itoa(len(w.committed))
		if err := w.k.Commit(w.c, body); err != nil {
			if w.k.inside && !w.c.Autocommit() {
				return // the transaction before still waits for its send; nothing was promised
			}
			t.Fatal(err)
		}
		rows, err := w.c.Rows("SELECT last_insert_rowid()")
		if err != nil {
			t.Fatal(err)
		}
		w.committed = append(w.committed, Message{rows[0][0].Int, body})
		return
	}
	if _, err := w.k.Send(w.c, func(m Message) bool {
		if what != refused {
			w.e.Receive(m)
		}
		return what == ok
	}); err != nil {
		t.Fatal(err)
	}
}

// check counts what must never be: a committed message that is gone, one that
// is marked sent but not at the endpoint, and one at the endpoint that no row
// speaks of.
func (w *world) check(t *testing.T) (gone, unseen, phantom int) {
	t.Helper()
	rows, err := w.c.Rows("SELECT id, body, state FROM outbox")
	if err != nil {
		t.Fatal(err)
	}
	row := func(m Message) (state string) {
		for _, r := range rows {
			if r[0].Int == m.ID && r[1].Text == m.Body {
				return r[2].Text
			}
		}
		return ""
	}
	for _, m := range w.committed {
		state := row(m)
		if state == "" {
			gone++
		}
		if kept, _ := w.e.Kept(m.ID); state == "sent" && kept != m {
			unseen++
		}
	}
	for _, m := range w.e.kept {
		if row(m) == "" {
			phantom++
		}
	}
	return
}

// TestEveryOrder takes, after a first commit, every order of up to five more
// commits, refused, lost and ok sends.
func TestEveryOrder(t *testing.T) {
	c, err := sqlite.Open("file:/" + t.Name() + "?vfs=memdb")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Exec(Lesson.Schema); err != nil {
		t.Fatal(err)
	}
	whats := []string{"commit", refused, lost, ok}
	for _, tt := range []struct {
		variant                       string
		gone, unseen, phantom, undone bool // whether there are such orders
	}{
		{"", false, false, false, false},
		{"mark-first", false, true, false, true},
		{"send-inside", true, true, true, true},
	} {
		orders, gone, unseen, phantom, undone := 0, 0, 0, 0, 0
		for length := range 6 {
			for n := range 1 << (2 * length) {
				orders++
				c.Rollback()
				if _, err := c.Exec("DELETE FROM outbox"); err != nil {
					t.Fatal(err)
				}
				w := &world{k: contract(tt.variant), c: c}
				w.step(t, "commit")
				var g, u, p int
				for i := range length {
					w.step(t, whats[n>>(2*i)&3])
					a, b, c := w.check(t)
					g, u, p = g+a, u+b, p+c
				}
				// However it went, sends that get through finish it.
				for range w.committed {
					w.step(t, ok)
				}
				missing := 0
				for _, m := range w.committed {
					if kept, _ := w.e.Kept(m.ID); kept != m {
						missing++
					}
				}
				gone, unseen, phantom, undone = gone+min(g, 1), unseen+min(u, 1), phantom+min(p, 1), undone+min(missing, 1)
			}
		}
		t.Logf("%q: %d orders; a committed message gone in %d, sent but unseen in %d, seen but never written in %d, never delivered in %d",
			tt.variant, orders, gone, unseen, phantom, undone)
		if orders != 1365 {
			t.Errorf("%d orders", orders)
		}
		got := [4]bool{gone > 0, unseen > 0, phantom > 0, undone > 0}
		if got != [4]bool{tt.gone, tt.unseen, tt.phantom, tt.undone} {
			t.Errorf("%q: gone %d, unseen %d, phantom %d, undone %d", tt.variant, gone, unseen, phantom, undone)
		}
	}
}

func TestBounds(t *testing.T) {
	long := strings.Repeat("\U0001F600", 200)
	for _, variant := range []string{"", "send-inside"} {
		for body, want := range map[string]string{
			"":             "ValueError: message fields",
			long + "x":     "ValueError: message fields",
			long:           "pending",
			"\xed\xa0\x80": `UnicodeEncodeError: 'utf-8' codec can't encode character '\ud800' in position 0: surrogates not allowed`,
		} {
			p := lesson.Program{Lesson: "delivery", Variant: variant, Steps: []lesson.Step{commit("", body), commit("", "next")}}
			out, err := Lesson.Run(&p)
			if err != nil {
				t.Fatal(err)
			}
			second := "pending"
			if want == "pending" && variant != "" {
				second = "sqlite3.OperationalError: cannot start a transaction within a transaction"
			}
			if out.Lines[0] != want || out.Lines[1] != second {
				t.Errorf("%q %q: %q", variant, body, out.Lines)
			}
		}
	}
}
