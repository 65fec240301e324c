// Joins the segments of small modules and of the whole lesson.wasm.

package build

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// zeros is a run of zeros that is not worth a segment of its own to leave out.
var zeros = strings.Repeat("\x00", maxGap)

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		name     string
		segments []segment
		want     []segment
		err      string
	}{
		{name: "none"},
		{name: "one", segments: []segment{{7, []byte("a")}}, want: []segment{{7, []byte("a")}}},
		{name: "touching", segments: []segment{{7, []byte("ab")}, {9, []byte("c")}}, want: []segment{{7, []byte("abc")}}},
		{name: "a short gap", segments: []segment{{0, []byte("a")}, {3, []byte("b")}}, want: []segment{{0, []byte("a\x00\x00b")}}},
		{name: "the longest gap", segments: []segment{{0, []byte("a")}, {1 + maxGap, []byte("b")}},
			want: []segment{{0, []byte("a" + zeros + "b")}}},
		{name: "a longer gap", segments: []segment{{0, []byte("a")}, {2 + maxGap, []byte("b")}},
			want: []segment{{0, []byte("a")}, {2 + maxGap, []byte("b")}}},
		{name: "out of order", segments: []segment{{4, []byte("b")}, {0, []byte("a")}}, want: []segment{{0, []byte("a\x00\x00\x00b")}}},
		{name: "empty", segments: []segment{{4, nil}, {4, []byte("a")}}, want: []segment{{4, []byte("a")}}},
		{name: "overlapping", segments: []segment{{0, []byte("abc")}, {2, []byte("d")}}, err: "data segments overlap at address 2"},
	} {
		got, err := join(slices.Clone(c.segments))
		if fmt.Sprint(err) != cmp.Or(c.err, "<nil>") || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// TestReadData reads back what writeData wrote, at addresses whose encodings
// differ in length, and refuses all else.
func TestReadData(t *testing.T) {
	want := []segment{{0, []byte{}}, {63, []byte("a")}, {64, []byte("b")}, {8191, []byte("c")}, {8192, []byte("d")},
		{1<<31 - 1, []byte("e")}}
	body := writeData(want)
	if got, err := readData(body); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for n := range body {
		if _, err := readData(body[:n]); err == nil {
			t.Errorf("cut to %d bytes it is taken", n)
		}
	}
	for name, body := range map[string]string{
		"passive":             "\x01\x01\x01a",
		"of another memory":   "\x01\x02\x00\x41\x00\x0b\x01a",
		"at a global":         "\x01\x00\x23\x00\x0b\x01a",
		"at a sum":            "\x01\x00\x41\x00\x41\x01\x6a\x0b\x01a",
		"at a number below 0": "\x01\x00\x41\x7f\x0b\x01a",
		"at too long a one":   "\x01\x00\x41\x80\x80\x80\x80\x80\x00\x0b\x01a",
		"followed by more":    "\x01\x00\x41\x00\x0b\x01ab",
	} {
		if got, err := readData([]byte(body)); err == nil {
			t.Errorf("%s: taken for %v", name, got)
		}
	}
}

func TestJoinDataOfNoModule(t *testing.T) {
	for _, text := range []string{"", "\x00asm", "\x00asm\x02\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0b", "\x00asm\x01\x00\x00\x00\x0b\x05\x00"} {
		if _, err := joinData([]byte(text)); !errors.Is(err, errMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestJoinDataOfLessons has both modules' memories made by wazero and compares
// them, and the sections beside the data.
func TestJoinDataOfLessons(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lesson.wasm")
	if err := link(t.Context(), ".", path); err != nil {
		t.Fatal(err)
	}
	linked, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := joinData(linked)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := joinData(joined); err != nil || !bytes.Equal(again, joined) {
		t.Errorf("joined again, it is another: %v", err)
	}
	was, segmentsWere := sections(t, linked)
	is, segmentsAre := sections(t, joined)
	if !bytes.Equal(was, is) {
		t.Error("sections beside the data have changed")
	}
	if segmentsWere < 10000 || segmentsAre > 100 {
		t.Errorf("%d segments joined to %d: is this still worth it?", segmentsWere, segmentsAre)
	}
	if !bytes.Equal(memory(t, linked), memory(t, joined)) {
		t.Error("the memory begins with other bytes")
	}
}

// sections returns what is beside the data, and the number of data segments.
func sections(t *testing.T, module []byte) (others []byte, segments int) {
	t.Helper()
	for r := (&reader{rest: module[8:]}); len(r.rest) > 0; {
		id := r.byte()
		body := r.bytes(r.uint())
		if id != dataSection {
			others = append(append(others, id), body...)
			continue
		}
		list, err := readData(body)
		if err != nil {
			t.Fatal(err)
		}
		segments = len(list)
	}
	return others, segments
}

// memory returns a copy of a new instance's memory, before anything has run.
func memory(t *testing.T, module []byte) []byte {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	compiled, err := r.CompileModule(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[string]wazero.HostModuleBuilder{}
	for _, f := range compiled.ImportedFunctions() {
		from, name, _ := f.Import()
		if hosts[from] == nil {
			hosts[from] = r.NewHostModuleBuilder(from)
		}
		uncalled := api.GoFunc(func(context.Context, []uint64) { t.Error(name + " was called") })
		hosts[from].NewFunctionBuilder().WithGoFunction(uncalled, f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	for _, host := range hosts {
		if _, err := host.Instantiate(ctx); err != nil {
			t.Fatal(err)
		}
	}
	in, err := r.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithStartFunctions())
	if err != nil {
		t.Fatal(err)
	}
	bytes, ok := in.Memory().Read(0, in.Memory().Size())
	if !ok {
		t.Fatal("no memory to read")
	}
	return slices.Clone(bytes)
}
