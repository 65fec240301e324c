package renew_test

import (
	"strconv"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/renew"
)

// TestGridBounds holds the bounds that figures draw against the contract's own:
// each is kept at its edge and broken one unit further.
func TestGridBounds(t *testing.T) {
	g := renew.Lesson.Grid
	for _, test := range []struct {
		now, newExpiry int64
		refused        bool
	}{
		{0, 1, false},
		{-1, 1, true},
		{0, 0, true},
		{0, g.Window, false},
		{0, g.Window + 1, true},
		{g.Max - 1, g.Max, false},
		{g.Max - 1, g.Max + 1, true},
		{g.Max, g.Max + 1, true},
	} {
		p := renew.Lesson.Default()
		p.Steps = p.Steps[:1]
		for name, value := range map[string]int64{g.X: test.now, g.Y: test.newExpiry} {
			if err := renew.Lesson.SetFirst(&p, name, strconv.FormatInt(value, 10)); err != nil {
				t.Fatal(err)
			}
		}
		s := run(t, p).Steps[0]
		if refused := s.Raised != nil && s.Raised.Type == "ValueError"; refused != test.refused {
			t.Errorf("now %d, new expiry %d: %s", test.now, test.newExpiry, s.Line)
		}
	}
}

// TestGridFields: a map needs two number fields of its operation.
func TestGridFields(t *testing.T) {
	g := renew.Lesson.Grid
	found := 0
	for _, f := range renew.Lesson.Op(g.Op).Fields {
		if f.Kind == lesson.Integer && (f.Name == g.X || f.Name == g.Y) {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d number fields of %s are %s and %s", found, g.Op, g.X, g.Y)
	}
}
