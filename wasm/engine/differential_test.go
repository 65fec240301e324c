package engine_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/wasm/engine"
	"leaseplay/wasm/host"
)

var (
	programs = flag.Int("programs", 490, "how many random programs TestDifferential runs on both engines")
	seed     = flag.Uint64("seed", 1, "what TestDifferential draws its programs from")
)

// TestDifferential runs random programs natively and in lesson.wasm, which
// have to agree on the whole outcome: lines, reasons, predicates, statements,
// rows and SQLite's codes. web/test/differential.test.mjs has a browser for
// the third judge.
func TestDifferential(t *testing.T) {
	bin, err := module()
	if err != nil {
		t.Fatal(err)
	}
	w, err := engine.WASM(t.Context(), bin, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r := rand.New(rand.NewPCG(*seed, 6))
	native, steps, raised := engine.Native(), 0, 0
	for i := range *programs {
		l := lessons.All[i%len(lessons.All)]
		p := lessontest.Random(r, l)
		a, err := native.Run(t.Context(), p)
		if err != nil {
			t.Fatalf("%s: %v", asJSON(p), err)
		}
		b, err := w.Run(t.Context(), p)
		if err != nil {
			t.Fatalf("%s: %v", asJSON(p), err)
		}
		if x, y := l.JSON(a), l.JSON(b); !bytes.Equal(x, y) {
			t.Fatalf("-seed %d, program %d: %s\nnative %s\nwasm   %s", *seed, i, asJSON(p), x, y)
		}
		for i := range a.Steps {
			steps++
			if a.Steps[i].Raised != nil {
				raised++
			}
		}
	}
	t.Logf("%d programs of %d steps, %d of which raised", *programs, steps, raised)
	if *programs > 100 && (raised < steps/20 || raised > steps*19/20) {
		t.Errorf("%d of %d steps raised: the programs are not random enough", raised, steps)
	}
}

func asJSON(p *lesson.Program) []byte {
	text, err := json.Marshal(p)
	if err != nil {
		return []byte(err.Error())
	}
	return text
}
