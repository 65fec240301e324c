package engine_test

import (
	"math/rand/v2"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/wasm/host"
)

// FuzzRequest sends any bytes to lesson.wasm, which answers each request with
// "ok" or an error and never traps.
func FuzzRequest(f *testing.F) {
	bin, err := module()
	if err != nil {
		f.Fatal(err)
	}
	h, err := host.New(f.Context(), bin, host.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { h.Close() })
	add := func(write func(w *lesson.Writer)) {
		var w lesson.Writer
		write(&w)
		f.Add(w.Bytes)
		f.Add(w.Bytes[:len(w.Bytes)-3])
	}
	r := rand.New(rand.NewPCG(1, 6))
	for _, l := range lessons.All {
		p := lessontest.Random(r, l)
		add(func(w *lesson.Writer) { w.String("describe"); w.String(l.Name) })
		add(func(w *lesson.Writer) { w.String("run"); w.Program(p) })
		add(func(w *lesson.Writer) { w.String("code"); w.String(lesson.SQL); w.Program(p) })
		if l.Grid == nil {
			continue
		}
		p = &l.Programs[0].Program
		add(func(w *lesson.Writer) {
			w.String("map")
			w.Program(p)
			w.Count(0)
			w.String("-9223372036854775808")
			w.String("0x10")
			w.Count(3)
			w.Count(2)
		})
	}
	add(func(w *lesson.Writer) { w.String("read"); w.Count(2); w.String("5"); w.String("x") })
	add(func(w *lesson.Writer) { w.String("panic") })
	f.Fuzz(func(t *testing.T, request []byte) {
		response, err := h.Call(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		answer := lesson.Reader{Bytes: response}
		switch answer.String() {
		case "ok":
		case "error":
			code, _, message := answer.String(), answer.String(), answer.String()
			if code == "" || message == "" || answer.Bad || len(answer.Bytes) != 0 {
				t.Errorf("the error %q is malformed", response)
			}
		default:
			t.Errorf("the response is %q", response)
		}
	})
}
