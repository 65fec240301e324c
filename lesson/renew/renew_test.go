package renew_test

import (
	"slices"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
)

func run(t *testing.T, p lesson.Program) *lesson.Outcome {
	t.Helper()
	out, err := renew.Lesson.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDefault(t *testing.T) {
	got := run(t, renew.Lesson.Default()).Lines
	want := []string{"renewed: True", "stale token: False", "no extension: False", "at expiry: False", "stored expiry: 15"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestVariants(t *testing.T) {
	for variant, want := range map[string][]string{
		"id-only":          {"renewed: True", "stale token: True", "no extension: False", "at expiry: True", "stored expiry: 20"},
		"expiry-inclusive": {"renewed: True", "stale token: False", "no extension: False", "at expiry: True", "stored expiry: 20"},
		"may-shorten":      {"renewed: True", "stale token: False", "no extension: True", "at expiry: False", "stored expiry: 14"},
	} {
		p := renew.Lesson.Default()
		p.Variant = variant
		out := run(t, p)
		if !slices.Equal(out.Lines, want) {
			t.Errorf("%s: got %q\nwant %q", variant, out.Lines, want)
		}
		right := run(t, renew.Lesson.Default())
		for i, s := range out.Steps {
			if differs := s.Line != right.Lines[i]; differs != (s.Right != "") || differs && s.Right != right.Lines[i] {
				t.Errorf("%s, step %d: line %q, right %q", variant, i, s.Line, s.Right)
			}
		}
	}
}

// TestEdges walks every edge of the contract, one input at a time.
func TestEdges(t *testing.T) {
	const fields, bounds = "ValueError: claim fields", "ValueError: clock/extension bounds"
	for _, test := range []struct{ name, value, want, decided string }{
		{"id", "41", "renewed: True", ""},
		{"id", "42", "renewed: False", "id"},
		{"id", "0", fields, "id"},
		{"id", "1", "renewed: False", "id"},
		{"id", "1000", "renewed: False", "id"},
		{"id", "1001", fields, "id"},
		{"id", "True", fields, "id"},
		{"token", "", fields, "token"},
		{"token", "claim-a ", "renewed: False", "token"},
		{"token", "CLAIM-A", "renewed: False", "token"},
		{"token", "ééééééééééééééééé ééééééééééééééé", fields, "token"},
		{"token", "éééééééééééééééééééééééééééééééé", "renewed: False", "token"},
		{"now", "9", "renewed: True", ""},
		{"now", "10", "renewed: False", "expiry"},
		{"now", "05", bounds, "now"},
		{"now", "", bounds, "now"},
		{"now", "4", bounds, "new_expiry"},
		{"now", "15", bounds, "new_expiry"},
		{"now", "-1", bounds, "now"},
		{"now", "99999999999999999999", bounds, "now"},
		{"new_expiry", "10", "renewed: False", "extension"},
		{"new_expiry", "11", "renewed: True", ""},
		{"new_expiry", "5", bounds, "new_expiry"},
		{"new_expiry", "16", bounds, "new_expiry"},
		{"new_expiry", "1e1", bounds, "new_expiry"},
	} {
		p := renew.Lesson.Default()
		p.Steps = p.Steps[:1]
		if err := renew.Lesson.SetFirst(&p, test.name, test.value); err != nil {
			t.Fatal(err)
		}
		s := run(t, p).Steps[0]
		if s.Line != test.want || s.Decided != test.decided {
			t.Errorf("%s = %q: %s, decided by %q; want %s, by %q", test.name, test.value, s.Line, s.Decided, test.want, test.decided)
		}
		if s.Reason == "" || len(s.Because) == 0 {
			t.Errorf("%s = %q: no reason", test.name, test.value)
		}
		touched := len(s.Trace) > 0
		if refused := s.Raised != nil; refused == touched {
			t.Errorf("%s = %q: raised %v but ran %v", test.name, test.value, s.Raised, s.Trace)
		}
	}
}

func TestReason(t *testing.T) {
	p := renew.Lesson.Default()
	p.Steps[0].Inputs[2].Text, p.Steps[0].Inputs[3].Text = "15", "20"
	s := run(t, p).Steps[0]
	if want := "expiry 10 is not greater than now 15: a claim ends at its expiry"; s.Reason != want {
		t.Errorf("got %s\nwant %s", s.Reason, want)
	}
	want := []lesson.Because{
		{Stage: lesson.Where, Name: "id", SQL: "id = :id", Values: "41 = 41", Held: lesson.True},
		{Stage: lesson.Where, Name: "token", SQL: "token = :token", Values: `"claim-a" = "claim-a"`, Held: lesson.True},
		{Stage: lesson.Where, Name: "expiry", SQL: "expiry > :now", Values: "10 > 15", Held: lesson.False},
		{Stage: lesson.Where, Name: "extension", SQL: "expiry < :new_expiry", Values: "10 < 20", Held: lesson.True},
	}
	if !slices.Equal(s.Because, want) {
		t.Errorf("got %v\nwant %v", s.Because, want)
	}
}

// TestLookAlike: where a reader couldn't tell two tokens apart, the reason does.
func TestLookAlike(t *testing.T) {
	p := renew.Lesson.Default()
	p.Steps[0].Inputs[1].Text = "Claim-a "
	want := `the stored token "claim-a" is not "Claim-a "; ` +
		`the two look alike, but differ in spaces and upper and lower case`
	if s := run(t, p).Steps[0]; s.Reason != want {
		t.Errorf("got %s\nwant %s", s.Reason, want)
	}
}

// TestSurrogate: half of a surrogate pair fails inside the transaction, which
// is rolled back, as in Python.
func TestSurrogate(t *testing.T) {
	p := renew.Lesson.Default()
	p.Steps[0].Inputs[1].Text = "\xed\xa0\x80"
	s := run(t, p).Steps[0]
	if want := `UnicodeEncodeError: 'utf-8' codec can't encode character '\ud800' in position 0: surrogates not allowed`; s.Line != want {
		t.Errorf("got %s", s.Line)
	}
	if n := len(s.Trace); n != 3 || s.Trace[2].SQL != "ROLLBACK" {
		t.Errorf("traced %v", s.Trace)
	}
}
