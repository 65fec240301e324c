package boundary_test

import (
	"slices"
	"strconv"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/boundary"
)

const expiry = 15

// may is who may act at each tick from expiry-3 to expiry+3: H the holder, S
// the sweep, B both, - nobody.
var may = map[string]string{
	"":                  "HHH-SSS",
	"renew-inclusive":   "HHHHSSS",
	"requeue-inclusive": "HHHSSSS",
	"both-inclusive":    "HHHBSSS",
	"renew-late":        "HHHHBBB",
}

// line is what the program prints for one letter of may.
func line(now int, who byte) string {
	renew, requeue := who == 'H' || who == 'B', who == 'S' || who == 'B'
	return "now=" + strconv.Itoa(now) + " renew: " + lesson.Bool(renew) + " requeue: " + lesson.Bool(requeue)
}

func at(now string) lesson.Step {
	return lesson.Step{Op: "at", Inputs: []lesson.Input{{Name: "now", Text: now}}}
}

func run(t *testing.T, p lesson.Program) *lesson.Outcome {
	t.Helper()
	p.Lesson = "boundary"
	out, err := boundary.Lesson.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWhoMayAct(t *testing.T) {
	variants := []string{""}
	for _, v := range boundary.Lesson.Variants {
		variants = append(variants, v.Name)
	}
	if len(variants) != len(may) {
		t.Fatalf("%d variants, and a table of %d", len(variants), len(may))
	}
	for _, v := range variants {
		t.Run("variant "+v, func(t *testing.T) {
			// Each tick in a program of its own, and all of them in one, there
			// and back: what one line does must not show in the next.
			var together lesson.Program
			together.Variant = v
			var want []string
			for i := range may[v] {
				now := expiry - 3 + i
				want = append(want, line(now, may[v][i]))
				together.Steps = append(together.Steps, at(strconv.Itoa(now)))
				alone := run(t, lesson.Program{Variant: v, Steps: []lesson.Step{at(strconv.Itoa(now))}})
				if alone.Lines[0] != want[i] {
					t.Errorf("got %q, want %q", alone.Lines[0], want[i])
				}
				wantRight := ""
				if may[v][i] != may[""][i] {
					wantRight = line(now, may[""][i])
				}
				if right := alone.Steps[0].Right; right != wantRight {
					t.Errorf("now %d: the right line is given as %q, want %q", now, right, wantRight)
				}
			}
			back := slices.Clone(together.Steps)
			slices.Reverse(back)
			together.Steps = append(together.Steps, back...)
			wantBack := slices.Clone(want)
			slices.Reverse(wantBack)
			if out := run(t, together); !slices.Equal(out.Lines, append(want, wantBack...)) {
				t.Errorf("in one program: got %q, want %q", out.Lines, append(want, wantBack...))
			}
		})
	}
}

// TestNeverBoth asks over a wide range of rows and times, not only around one
// expiry: with the right contracts never both, and nobody at the expiry.
func TestNeverBoth(t *testing.T) {
	for _, exp := range []int{0, 1, 9, 10, 500_000, 999_989, 999_990} {
		var p lesson.Program
		p.Row = []lesson.Cell{{Name: "id", Text: "1"}, {Name: "token", Text: "t"}, {Name: "state", Text: "claimed"}, {Name: "expiry", Text: strconv.Itoa(exp)}}
		var want []string
		for now := max(exp-12, 0); now <= min(exp+12, 999_990); now++ {
			p.Steps = append(p.Steps, at(strconv.Itoa(now)))
			who := byte('H')
			switch {
			case now == exp, exp-now >= 10: // the claim reaches further than a renewal could
				who = '-'
			case now > exp:
				who = 'S'
			}
			want = append(want, line(now, who))
		}
		if out := run(t, p); !slices.Equal(out.Lines, want) {
			t.Errorf("expiry %d: got %q, want %q", exp, out.Lines, want)
		}
	}
}

func TestDefault(t *testing.T) {
	want := []string{
		"now=14 renew: True requeue: False",
		"now=15 renew: False requeue: False",
		"now=16 renew: False requeue: True",
	}
	out := run(t, boundary.Lesson.Default())
	if !slices.Equal(out.Lines, want) {
		t.Errorf("got %q, want %q", out.Lines, want)
	}
	reasons := []string{
		"only the holder may act at now 14: all that renew asks for holds; but requeue is refused, since expiry 15 is not less than now 14",
		"nobody may act at now 15: renew is refused, since expiry 15 is not greater than now 15; and requeue, since expiry 15 is not less than now 15",
		"only the sweep may act at now 16: all that requeue asks for holds; but renew is refused, since expiry 15 is not greater than now 16",
	}
	for i, s := range out.Steps {
		if s.Reason != reasons[i] {
			t.Errorf("reason %q, want %q", s.Reason, reasons[i])
		}
		if !slices.EqualFunc(s.Before, s.Rows, func(a, b lesson.Row) bool { return slices.Equal(a, b) }) {
			t.Errorf("%s left the row as %v, not %v", s.Line, s.Rows, s.Before)
		}
	}
}

// TestReasons has what decided of each contract where it is not the expiry.
func TestReasons(t *testing.T) {
	for _, test := range []struct{ variant, state, now, want string }{
		{"", "queued", "16", `nobody may act at now 16: renew is refused, since expiry 15 is not greater than now 16; and requeue, since the job's state is "queued", not "claimed"`},
		{"", "queued", "15", `nobody may act at now 15: renew is refused, since expiry 15 is not greater than now 15; and requeue, since the job's state is "queued", not "claimed"`},
		{"", "done", "14", `only the holder may act at now 14: all that renew asks for holds; but requeue is refused, since the job's state is "done", not "claimed"`},
		{"", "claimed", "4", "nobody may act at now 4: renew is refused, since expiry 15 is not less than new_expiry 14; and requeue, since expiry 15 is not less than now 4"},
		{"both-inclusive", "claimed", "15", "both may act at now 15, since all that either asks for holds: the holder extends its claim on a job that the sweep hands to somebody else"},
		{"", "claimed", "999995", "new_expiry 1000005 (now + 10) is outside 0 to 1000000: refused before BEGIN, so the database is untouched"},
	} {
		row := []lesson.Cell{{Name: "id", Text: "41"}, {Name: "token", Text: "claim-a"}, {Name: "state", Text: test.state}, {Name: "expiry", Text: "15"}}
		out := run(t, lesson.Program{Variant: test.variant, Row: row, Steps: []lesson.Step{at(test.now)}})
		if got := out.Steps[0].Reason; got != test.want {
			t.Errorf("%s %s at %s: %s", test.variant, test.state, test.now, got)
		}
	}
}

// TestRefused has times and rows that renew refuses, and a row that neither
// contract may change.
func TestRefused(t *testing.T) {
	row := func(id, token, state string) []lesson.Cell {
		return []lesson.Cell{{Name: "id", Text: id}, {Name: "token", Text: token}, {Name: "state", Text: state}, {Name: "expiry", Text: "15"}}
	}
	for _, test := range []struct {
		now  string
		row  []lesson.Cell
		want string
	}{
		{"", nil, "ValueError: clock/extension bounds"},
		{"14.5", nil, "ValueError: clock/extension bounds"},
		{"-1", nil, "ValueError: clock/extension bounds"},
		{"999991", nil, "ValueError: clock/extension bounds"},
		{"9223372036854775807", nil, "ValueError: clock/extension bounds"},
		{"9223372036854775808", nil, "ValueError: clock/extension bounds"},
		{"14", row("1001", "claim-a", "claimed"), "ValueError: claim fields"},
		{"14", row("41", "", "claimed"), "ValueError: claim fields"},
		{"0xF", nil, "now=15 renew: False requeue: False"},
		{"16", row("41", "claim-a", "done"), "now=16 renew: False requeue: False"},
		{"999990", nil, "now=999990 renew: False requeue: True"},
	} {
		out := run(t, lesson.Program{Row: test.row, Steps: []lesson.Step{at(test.now)}})
		if out.Lines[0] != test.want {
			t.Errorf("now %q, row %v: got %q, want %q", test.now, test.row, out.Lines[0], test.want)
		}
	}
}
