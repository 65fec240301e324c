package engine_test

import (
	"math/rand/v2"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/wasm/host"
)

// TestTakeaway has lesson.wasm write the same tails as this process does.
func TestTakeaway(t *testing.T) {
	bin, err := module()
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(t.Context(), bin, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	r := rand.New(rand.NewPCG(7, 4))
	for _, l := range lessons.All {
		for range 10 {
			p := lessontest.Random(r, l)
			for _, language := range []string{lesson.Python, lesson.Go, lesson.SQL} {
				var request lesson.Writer
				request.String("code")
				request.String(language)
				request.Program(p)
				response, err := h.Call(t.Context(), request.Bytes)
				if err != nil {
					t.Fatal(err)
				}
				got := lesson.Reader{Bytes: response}
				status, text := got.String(), got.String()
				want, err := l.TakeawayTail(language, p)
				if err != nil || status != "ok" || text != want || len(got.Bytes) != 0 {
					t.Errorf("%s, %s: %v; lesson.wasm writes %s:\n%s\nnot\n%s", l.Name, language, err, status, text, want)
				}
			}
		}
	}
}
