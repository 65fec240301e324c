package requeue_test

import (
	"slices"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/requeue"
)

// run runs one requeue at now, and then reads the state.
func run(t *testing.T, variant string, state, until lesson.Cell, now string) *lesson.Outcome {
	t.Helper()
	state.Name, until.Name = "state", "lease_until"
	out, err := requeue.Lesson.Run(&lesson.Program{
		Lesson: "requeue", Variant: variant,
		Row: []lesson.Cell{{Name: "id", Text: "1"}, state, until},
		Steps: []lesson.Step{
			{Op: "requeue", Inputs: []lesson.Input{{Name: "now", Text: now}}},
			{Op: "stored"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func text(s string) lesson.Cell { return lesson.Cell{Text: s} }

var null = lesson.Cell{Null: true}

func TestRequeue(t *testing.T) {
	const kept, requeued, clock = "expired-lease=kept", "expired-lease=requeued", "ValueError: clock"
	for _, test := range []struct {
		name         string
		state, until lesson.Cell
		now          string
		want         string
		inclusive    string // "" if the same
		stored       string // after the right contract
	}{
		{"before the end", text("claimed"), text("100"), "99", kept, "", "claimed"},
		{"at the end", text("claimed"), text("100"), "100", kept, requeued, "claimed"},
		{"one after", text("claimed"), text("100"), "101", requeued, "", "queued"},
		{"long after", text("claimed"), text("100"), "9223372036854775807", requeued, "", "queued"},
		{"the clock's first tick", text("claimed"), text("-9223372036854775808"), "-9223372036854775808", kept, requeued, "claimed"},
		{"its second", text("claimed"), text("-9223372036854775808"), "-9223372036854775807", requeued, "", "queued"},
		{"its last", text("claimed"), text("9223372036854775807"), "9223372036854775807", kept, requeued, "claimed"},
		{"no end", text("claimed"), null, "101", kept, "", "claimed"},
		{"no end, last tick", text("claimed"), null, "9223372036854775807", kept, "", "claimed"},
		{"queued", text("queued"), text("100"), "101", kept, "", "queued"},
		{"done", text("done"), text("100"), "101", kept, "", "done"},
		{"other case", text("Claimed"), text("100"), "101", kept, "", "Claimed"},
		{"no state", null, text("100"), "101", kept, "", "None"},
		{"no state, no end", null, null, "101", kept, "", "None"},
		{"as Python writes ints", text("claimed"), text("100"), " 0x6_5 ", requeued, "", "queued"},
		{"past 64 bits", text("claimed"), text("100"), "9223372036854775808", clock, "", "claimed"},
		{"before 64 bits", text("claimed"), text("100"), "-9223372036854775809", clock, "", "claimed"},
		{"a float", text("claimed"), text("100"), "101.0", clock, "", "claimed"},
		{"nothing", text("claimed"), text("100"), "", clock, "", "claimed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := run(t, "", test.state, test.until, test.now)
			if out.Steps[0].Line != test.want || out.Steps[1].Value != test.stored {
				t.Errorf("got %q, stored %q; want %q, stored %q", out.Steps[0].Line, out.Steps[1].Value, test.want, test.stored)
			}
			if begun := len(out.Steps[0].Trace) > 0; begun == (test.want == clock) {
				t.Errorf("%s with the statements %v", test.want, out.Steps[0].Trace)
			}
			want := test.want
			if test.inclusive != "" {
				want = test.inclusive
			}
			wrong := run(t, "inclusive", test.state, test.until, test.now).Steps[0]
			if wrong.Line != want {
				t.Errorf("inclusive: got %q, want %q", wrong.Line, want)
			}
			if (wrong.Right != "") != (test.inclusive != "") {
				t.Errorf("inclusive: the right line is given as %q", wrong.Right)
			}
		})
	}
}

func TestReason(t *testing.T) {
	for _, test := range []struct {
		state, until lesson.Cell
		reason       string
		decided      string
	}{
		{text("claimed"), text("101"), "lease_until 101 is not less than now 101: the lease still holds, its end included", "expired"},
		{text("claimed"), null, "NULL < 101 is neither true nor false: a comparison with NULL never holds", "expired"},
		{text("done"), text("100"), `the job's state is "done", not "claimed": there is no claim to end`, "state"},
		{text("claimed"), text("100"), "every predicate holds, so the UPDATE changes the row", ""},
	} {
		s := run(t, "", test.state, test.until, "101").Steps[0]
		if s.Reason != test.reason || s.Decided != test.decided {
			t.Errorf("got %q, decided by %q; want %q, %q", s.Reason, s.Decided, test.reason, test.decided)
		}
	}
}

func TestPresets(t *testing.T) {
	want := map[string][]string{
		"default": {"expired-lease=requeued"},
		"around":  {"expired-lease=kept", "expired-lease=kept", "expired-lease=requeued", "expired-lease=kept"},
		"no-end":  {"expired-lease=kept", "expired-lease=kept"},
	}
	for _, preset := range requeue.Lesson.Programs {
		p := preset.Program.Clone()
		out, err := requeue.Lesson.Run(&p)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(out.Lines, want[preset.Name]) {
			t.Errorf("%s: got %q, want %q", preset.Name, out.Lines, want[preset.Name])
		}
	}
}
