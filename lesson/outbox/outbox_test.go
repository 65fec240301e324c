package outbox

import (
	"slices"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// run runs a preset with a variant and returns its outcome.
func run(t *testing.T, preset, variant string) *lesson.Outcome {
	t.Helper()
	i := slices.IndexFunc(Lesson.Programs, func(p lesson.Preset) bool { return p.Name == preset })
	p := Lesson.Programs[i].Program.Clone()
	p.Variant = variant
	out, err := Lesson.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPrograms(t *testing.T) {
	for _, tt := range []struct {
		preset, variant string
		want            []string
	}{
		{"default", "", []string{"w1 claims: True", "w2 claims early: False", "w2 claims at expiry: True",
			"w1 acknowledges: False", "w2 acknowledges: True", "w2 acknowledges again: False", "stored state: sent"}},
		{"default", "ack-by-id", []string{"w1 claims: True", "w2 claims early: False", "w2 claims at expiry: True",
			"w1 acknowledges: True", "w2 acknowledges: False", "w2 acknowledges again: False", "stored state: sent"}},
		{"late", "", []string{"w1 claims: True", "w1 acknowledges at expiry: False", "w2 claims at expiry: True",
			"w2 acknowledges: True", "stored state: sent"}},
		{"late", "ack-after-expiry", []string{"w1 claims: True", "w1 acknowledges at expiry: True", "w2 claims at expiry: False",
			"w2 acknowledges: False", "stored state: sent"}},
		{"one-token", "", []string{"w1 claims: True", "w2 claims at expiry, same token: False", "w1 acknowledges: False",
			"w2 claims, token of its own: True", "w2 acknowledges: True", "stored state: sent"}},
		{"one-token", "reuse-token", []string{"w1 claims: True", "w2 claims at expiry, same token: True", "w1 acknowledges: True",
			"w2 claims, token of its own: False", "w2 acknowledges: False", "stored state: sent"}},
	} {
		if out := run(t, tt.preset, tt.variant); !slices.Equal(out.Lines, tt.want) {
			t.Errorf("%s %s:\n got %q\nwant %q", tt.preset, tt.variant, out.Lines, tt.want)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		preset, variant string
		step            int
		decided, reason string
	}{
		{"default", "", 0, "", "every predicate holds, so the UPDATE changes the row"},
		{"default", "", 1, "lease", `lease_until 10 is not at or before now 5: the claim of "claim-1" still stands`},
		{"default", "", 3, "token", `the stored token "claim-2" is not "claim-1": the message belongs to another claim`},
		{"default", "", 5, "state", `state "sent" is not claimed: only a claimed message can be acknowledged`},
		{"late", "", 1, "lease", "lease_until 10 is not greater than now 10: a claim ends at its expiry, and so does the right to acknowledge"},
		{"late", "ack-after-expiry", 2, "state", `state "sent" is neither pending nor claimed: there is nothing left to claim`},
		{"one-token", "", 1, "token", `the stored token is "worker" already: under one token nobody could tell the new claim from the old one`},
	} {
		s := run(t, tt.preset, tt.variant).Steps[tt.step]
		if s.Decided != tt.decided || s.Reason != tt.reason {
			t.Errorf("%s %s step %d: %q decided: %s", tt.preset, tt.variant, tt.step, s.Decided, s.Reason)
		}
	}
}

// TestRow tries a claim and an acknowledgement at now 5 on every kind of row,
// those with NULLs among them.
func TestRow(t *testing.T) {
	db := open(t)
	null := sqlite.Null()
	mine, other := sqlite.Text("mine"), sqlite.Text("other")
	for _, tt := range []struct {
		state      string
		token      sqlite.Value
		until      sqlite.Value
		claim, ack bool
	}{
		{"pending", null, null, true, false},
		{"pending", other, null, true, false},
		{"pending", mine, null, false, false},
		{"pending", other, sqlite.Int(9), true, false}, // only a claim has a lease
		{"pending", mine, sqlite.Int(9), false, false},
		{"claimed", null, null, false, false}, // no one can say when it ends
		{"claimed", other, null, false, false},
		{"claimed", mine, null, false, false},
		{"claimed", null, sqlite.Int(5), true, false},
		{"claimed", null, sqlite.Int(6), false, false},
		{"claimed", other, sqlite.Int(4), true, false},
		{"claimed", other, sqlite.Int(5), true, false},
		{"claimed", other, sqlite.Int(6), false, false},
		{"claimed", mine, sqlite.Int(5), false, false},
		{"claimed", mine, sqlite.Int(6), false, true},
		{"sent", null, null, false, false},
		{"sent", other, sqlite.Int(4), false, false},
		{"sent", mine, sqlite.Int(6), false, false},
		{"Claimed", mine, sqlite.Int(6), false, false},
	} {
		for name, do := range map[string]func() (bool, error){
			"claim": func() (bool, error) {
				return contracts[""].Claim(db.workers[0], num(1), "mine", num(5), num(9))
			},
			"ack": func() (bool, error) { return contracts[""].Ack(db.workers[0], num(1), "mine", num(5)) },
		} {
			db.reset(t, tt.state, tt.token, tt.until)
			want := tt.claim
			if name == "ack" {
				want = tt.ack
			}
			if got, err := do(); got != want || err != nil {
				t.Errorf("%s on state %s, token %v, lease_until %v: %v %v", name, tt.state, tt.token, tt.until, got, err)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	claim := func(id, token, now, until string) lesson.Step {
		s := claim("first", "", token, now, until)
		s.Inputs[0].Text = id
		return s
	}
	ack := func(id, token, now string) lesson.Step {
		s := ack("first", "", token, now)
		s.Inputs[0].Text = id
		return s
	}
	const fields, clock = "ValueError: claim fields", "ValueError: clock/extension bounds"
	p := Lesson.Default()
	p.Steps = nil
	var want []string
	for _, tt := range []struct {
		step lesson.Step
		want string
	}{
		{claim("0", "t", "0", "1"), fields},
		{claim("1001", "t", "0", "1"), fields},
		{claim("1.0", "t", "x", "1"), fields}, // the fields come first
		{claim("1", "", "0", "1"), fields},
		{claim("1", "123456789012345678901234567890123", "0", "1"), fields},
		{claim("1", "t", "-1", "1"), clock},
		{claim("1", "t", "1000000", "1000001"), clock},
		{claim("1", "t", "5", "5"), clock},
		{claim("1", "t", "5", "16"), clock},
		{claim("1", "t", "5", "True"), clock},
		{ack("0", "t", "0"), fields},
		{ack("1", "", "-1"), fields},
		{ack("1", "t", "-1"), "ValueError: clock bounds"},
		{ack("1", "t", "1000001"), "ValueError: clock bounds"},
		{ack("1", "t", "1e3"), "ValueError: clock bounds"},
		{ack("1", "\xed\xa0\x80", "5"), `UnicodeEncodeError: 'utf-8' codec can't encode character '\ud800' in position 0: surrogates not allowed`},
		{claim("1000", "t", "5", "15"), "False"},
		{claim("1", "t", "5", "15"), "True"},
		{ack("1", "t", "1000000"), "False"},
		{ack("1", "t", "14"), "True"},
	} {
		p.Steps, want = append(p.Steps, tt.step), append(want, tt.want)
	}
	out, err := Lesson.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if out.Lines[i] != want[i] {
			t.Errorf("step %d: got %q, want %q", i, out.Lines[i], want[i])
		}
	}
}
