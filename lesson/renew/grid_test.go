package renew_test

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/sqlite"
)

// mapped are rows to start from and calls to map: each decides differently.
var mapped = []struct{ id, token, expiry, callID, callToken string }{
	{"41", "claim-a", "10", "41", "claim-a"},
	{"41", "claim-a", "10", "41", "claim-old"},
	{"41", "claim-a", "10", "42", "claim-a"},
	{"41", "claim-a", "10", "0", "claim-a"},
	{"41", "claim-a", "10", "1001", "claim-a"},
	{"41", "claim-a", "10", "4 1", "claim-a"},
	{"41", "claim-a", "10", "41", ""},
	{"41", "claim-a", "10", "41", "ééééééééééééééééééééééééééééééééé"},
	{"41", "claim-a", "10", "41", "\xed\xa0\x80"},
	{"41", "é", "12", "41", "e\u0301"},
	{"41", "a\x00b", "12", "41", "a\x00b"},
	{"41", "a\x00b", "12", "41", "a"},
	{"1000", "x", "0", "1000", "x"},
	{"1", "x", "1", "0x1", "x"},
	{"1", "x", "39", "1", "x"},
	{"1", "x", "-5", "1", "x"},
	{"1", "x", "1000000", "1", "x"},
	{"5000", "x", "10", "41", "x"},
	{"41", "' OR 1 --", "15", "41", "' OR 1 --"},
	{"41", "CLAIM", "20", "41", "claim"},
}

// TestMap compares every cell of whole decision maps with a single renewal of
// the same inputs on a fresh row, for every variant.
func TestMap(t *testing.T) {
	l := renew.Lesson
	area := lesson.Area{X: -2, Y: -2, Cols: 40, Rows: 30}
	rules := map[string]lesson.Rule{
		"":                 renew.Where,
		"id-only":          renew.Where.Without("token"),
		"expiry-inclusive": renew.Where.With(lesson.Predicate{Name: "expiry", SQL: "expiry >= :now"}),
		"may-shorten":      renew.Where.Without("extension"),
	}
	if len(rules) != len(l.Variants)+1 {
		t.Fatal("a variant is missing here")
	}
	c, err := sqlite.Open(sqlite.Memory())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Exec(l.Schema); err != nil {
		t.Fatal(err)
	}
	seen := map[lesson.Answer]int{}
	for _, m := range mapped {
		p := l.Default()
		p.Row = []lesson.Cell{{Name: "id", Text: m.id}, {Name: "token", Text: m.token}, {Name: "expiry", Text: m.expiry}}
		p.Steps = p.Steps[:1]
		p.Steps[0].Inputs[0].Text, p.Steps[0].Inputs[1].Text = m.callID, m.callToken
		for _, name := range []string{"DELETE FROM job", "INSERT INTO job VALUES (:id, :token, 0)"} {
			if _, err := c.Exec(name, sqlite.Param{Name: ":id", Value: sqlite.Int(lesson.ReadInt(m.id).N)},
				sqlite.Param{Name: ":token", Value: sqlite.Text(m.token)}); err != nil {
				t.Fatal(err)
			}
		}
		single := map[string][]lesson.Answer{}
		for variant, rule := range rules {
			k := renew.New(rule)
			for r := range area.Rows {
				for col := range area.Cols {
					now, newExpiry := strconv.Itoa(int(area.X)+col), strconv.Itoa(int(area.Y)+r)
					if _, err := c.Exec("UPDATE job SET expiry = :expiry", sqlite.Param{Name: ":expiry", Value: sqlite.Int(lesson.ReadInt(m.expiry).N)}); err != nil {
						t.Fatal(err)
					}
					a := answer(k.Renew(c, lesson.ReadInt(m.callID), m.callToken, lesson.ReadInt(now), lesson.ReadInt(newExpiry)))
					single[variant] = append(single[variant], a)
					seen[a]++
				}
			}
		}
		for variant := range rules {
			p.Variant = variant
			answers, right, err := l.DecisionMap(&p, 0, area)
			if err != nil {
				t.Fatal(err)
			}
			if (right == nil) != (variant == "") {
				t.Errorf("%q: right answers for %d cells", variant, len(right))
			}
			for i, a := range answers {
				if a != single[variant][i] || right != nil && right[i] != single[""][i] {
					t.Fatalf("%v %q: cell now=%d new_expiry=%d is %d; a single renewal gives %d", m, variant,
						area.X+int64(i%area.Cols), area.Y+int64(i/area.Cols), a, single[variant][i])
				}
			}
		}
	}
	for _, a := range []lesson.Answer{lesson.AnswerFalse, lesson.AnswerTrue, lesson.AnswerValueError, lesson.AnswerError} {
		if seen[a] == 0 {
			t.Errorf("no cell answers %d", a)
		}
	}
}

func answer(changed bool, err error) lesson.Answer {
	var refused *lesson.ValueError
	switch {
	case errors.As(err, &refused):
		return lesson.AnswerValueError
	case err != nil:
		return lesson.AnswerError
	case changed:
		return lesson.AnswerTrue
	}
	return lesson.AnswerFalse
}

// TestMapOfLaterStep: a step's map begins with the row that the steps before
// it left.
func TestMapOfLaterStep(t *testing.T) {
	p := renew.Lesson.Default()
	answers, _, err := renew.Lesson.DecisionMap(&p, 2, lesson.Area{X: 14, Y: 16, Cols: 2, Rows: 1})
	if err != nil {
		t.Fatal(err)
	}
	if answers[0] != lesson.AnswerTrue || answers[1] != lesson.AnswerFalse {
		t.Errorf("after the first renewal, at now 14 and 15: %v", answers)
	}
}

// TestMapAtTheEnds: behind the last int of 64 bits come ints that are too big,
// not the first ones.
func TestMapAtTheEnds(t *testing.T) {
	p := renew.Lesson.Default()
	answers, _, err := renew.Lesson.DecisionMap(&p, 0, lesson.Area{X: math.MaxInt64 - 1, Y: math.MaxInt64 - 1, Cols: 4, Rows: 4})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if a != lesson.AnswerValueError {
			t.Errorf("cell %d answers %d", i, a)
		}
	}
}

func TestMapErrors(t *testing.T) {
	for _, test := range []struct {
		step int
		area lesson.Area
	}{
		{-1, lesson.Area{Cols: 1, Rows: 1}},
		{5, lesson.Area{Cols: 1, Rows: 1}},
		{4, lesson.Area{Cols: 1, Rows: 1}}, // "stored" has no map
		{0, lesson.Area{Cols: 0, Rows: 1}},
		{0, lesson.Area{Cols: 1 << 40, Rows: 1 << 40}},
		{0, lesson.Area{Cols: 101, Rows: 100}},
	} {
		p := renew.Lesson.Default()
		if _, _, err := renew.Lesson.DecisionMap(&p, test.step, test.area); !errors.Is(err, lesson.BadValue) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}
