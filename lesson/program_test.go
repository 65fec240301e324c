//go:build !wasip1

package lesson_test

import (
	"errors"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

// TestPresets: every lesson's presets are programs of that lesson, pass
// through JSON and the wire unchanged, and run.
func TestPresets(t *testing.T) {
	for _, l := range lessons.All {
		for _, preset := range l.Programs {
			p := preset.Program.Clone()
			if p.Lesson != l.Name {
				t.Errorf("%s %s names lesson %q", l.Name, preset.Name, p.Lesson)
			}
			if err := l.Check(&p); err != nil {
				t.Errorf("%s %s: %v", l.Name, preset.Name, err)
			}
			text, err := p.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			again, err := lesson.ParseProgram(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if text2, _ := again.MarshalJSON(); string(text2) != string(text) {
				t.Errorf("JSON %s\ncame back as %s", text, text2)
			}
			w := lesson.Writer{}
			w.Program(&p)
			r := lesson.Reader{Bytes: w.Bytes}
			if text2, _ := r.Program().MarshalJSON(); r.Bad || len(r.Bytes) != 0 || string(text2) != string(text) {
				t.Errorf("over the wire %s\ncame back as %s", text, text2)
			}
		}
	}
}

func TestBadPrograms(t *testing.T) {
	const row = `"row":{"id":41,"token":"a","expiry":10}`
	const step = `{"op":"renew","id":"1","token":"a","now":"1","new_expiry":"2"}`
	for _, test := range []struct {
		text string
		code lesson.Code
		path string
	}{
		{``, lesson.BadJSON, ""},
		{`null`, lesson.BadJSON, ""},
		{`[]`, lesson.BadJSON, ""},
		{`{"lesson":"renew"`, lesson.BadJSON, ""},
		{`{"lesson":"renew","steps":[]} {}`, lesson.BadJSON, ""},
		{`{"lesson":"renew","lesson":"renew","steps":[]}`, lesson.BadJSON, ""},
		{`{"steps":[]}`, lesson.MissingField, "lesson"},
		{`{"lesson":"renew"}`, lesson.MissingField, "steps"},
		{`{"lesson":7,"steps":[]}`, lesson.BadJSON, "lesson"},
		{`{"lesson":"renew","steps":{}}`, lesson.BadJSON, "steps"},
		{`{"lesson":"renew","steps":null}`, lesson.BadJSON, "steps"},
		{`{"lesson":"renew","steps":[7]}`, lesson.BadJSON, "steps[0]"},
		{`{"lesson":"renew","steps":[{}]}`, lesson.MissingField, "steps[0].op"},
		{`{"lesson":"renew","steps":[{"op":"renew","now":5}]}`, lesson.BadJSON, "steps[0].now"},
		{`{"lesson":"renew","steps":[{"op":"renew","new":5}]}`, lesson.UnknownField, "steps[0].new"},
		{`{"lesson":"renew","steps":[{"op":"renew","id":5,"new":5}]}`, lesson.BadJSON, "steps[0].id"},
		{`{"lesson":"renew","stepz":[],"steps":[]}`, lesson.UnknownField, "stepz"},
		{`{"lesson":"renew","stepz":[]}`, lesson.UnknownField, "stepz"},
		{`{"lesson":"contention","journal":5,"steps":[]}`, lesson.BadJSON, "journal"},
		{`{"lesson":"contention","journal":5}`, lesson.MissingField, "steps"},
		{`{"lesson":"nope","steps":[]}`, lesson.UnknownLesson, "lesson"},
		{`{"lesson":"renew","variant":"nope","steps":[]}`, lesson.UnknownVariant, "variant"},
		{`{"lesson":"renew","speed":"nope","steps":[]}`, lesson.UnknownField, "speed"},
		{`{"lesson":"renew","steps":[{"op":"nope"}]}`, lesson.UnknownOp, "steps[0].op"},
		{`{"lesson":"renew","steps":[` + step + `,{"op":"renew","id":"1"}]}`, lesson.MissingField, "steps[1].token"},
		{`{"lesson":"renew","steps":[{"op":"stored","now":"1"}]}`, lesson.UnknownField, "steps[0].now"},
		{`{"lesson":"renew","steps":[{"op":"stored","connection":"third"}]}`, lesson.BadValue, "steps[0].connection"},
		{`{"lesson":"renew","steps":[{"op":"stored","label":"a\nb"}]}`, lesson.BadValue, "steps[0].label"},
		{`{"lesson":"renew","steps":[{"op":"stored","label":"\ud800"}]}`, lesson.BadValue, "steps[0].label"},
		{`{"lesson":"renew","steps":[{"op":"stored","label":"` + strings.Repeat("x", 101) + `"}]}`, lesson.TooLong, "steps[0].label"},
		{`{"lesson":"renew","steps":[` + strings.Repeat(step+",", 200) + step + `]}`, lesson.TooLong, "steps"},
		{`{"lesson":"renew","row":{"id":41},"steps":[]}`, lesson.MissingField, "row.token"},
		{`{"lesson":"renew","row":{"id":41,"token":"a","expiry":10,"state":"x"},"steps":[]}`, lesson.UnknownField, "row.state"},
		{`{"lesson":"renew","row":{"id":41,"token":"a","expiry":1.5},"steps":[]}`, lesson.BadValue, "row.expiry"},
		{`{"lesson":"renew","row":{"id":41,"token":"a","expiry":"05"},"steps":[]}`, lesson.BadValue, "row.expiry"},
		{`{"lesson":"renew","row":{"id":41,"token":"a","expiry":9223372036854775808},"steps":[]}`, lesson.BadValue, "row.expiry"},
		{`{"lesson":"renew","row":{"id":null,"token":"a","expiry":10},"steps":[]}`, lesson.BadValue, "row.id"},
		{`{"lesson":"renew","row":{"id":41,"token":"\ud800","expiry":10},"steps":[]}`, lesson.BadValue, "row.token"},
		{`{"lesson":"renew","row":{"id":41,"token":"a","expiry":true},"steps":[]}`, lesson.BadValue, "row.expiry"},
		{"{\"lesson\":\"renew\",\"steps\":[{\"op\":\"stored\",\"label\":\"\xff\"}]}", lesson.BadJSON, "steps[0].label"},
	} {
		err := load(test.text)
		var e *lesson.Error
		if !errors.As(err, &e) || e.Code != test.code || e.Path != test.path {
			t.Errorf("%.120s\n got %v (%+v)\nwant %s at %q", test.text, err, e, test.code, test.path)
		}
	}
	if err := load(`{"lesson":"renew",` + row + `,"steps":[` + step + `]}`); err != nil {
		t.Errorf("a good program: %v", err)
	}
}

func load(text string) error {
	p, err := lesson.ParseProgram([]byte(text))
	if err != nil {
		return err
	}
	l, err := lessons.Find(p.Lesson)
	if err != nil {
		return err
	}
	return l.Check(p)
}

// TestSurrogatesInJSON: halves of a pair stay halves, pairs become characters.
func TestSurrogatesInJSON(t *testing.T) {
	for in, want := range map[string]string{
		`\ud800`:             "\xed\xa0\x80",
		`\ud83d\ude00`:       "😀",
		`\ude00\ud83d`:       "\xed\xb8\x80\xed\xa0\xbd",
		`\ud800\ud83d\ude00`: "\xed\xa0\x80😀",
		`a\ud800b`:           "a\xed\xa0\x80b",
		`\u0000\"\\\/\b\f\n`: "\x00\"\\/\b\f\n",
		`\ufeff<>&`:          "\ufeff<>&",
	} {
		p, err := lesson.ParseProgram([]byte(`{"lesson":"renew","steps":[{"op":"renew","token":"` + in + `"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Steps[0].Input("token"); got != want {
			t.Errorf("%s reads as %q; want %q", in, got, want)
		}
		text, _ := p.MarshalJSON()
		again, err := lesson.ParseProgram(text)
		if err != nil || again.Steps[0].Input("token") != want {
			t.Errorf("%s came back as %q, %v", text, again.Steps[0].Input("token"), err)
		}
	}
}

// TestIntsInJSON: ints that JavaScript would round are written as texts.
func TestIntsInJSON(t *testing.T) {
	for text, want := range map[string]string{
		"9007199254740991": `9007199254740991`, "-9007199254740991": `-9007199254740991`, "0": `0`,
		"9007199254740992": `"9007199254740992"`, "-9223372036854775808": `"-9223372036854775808"`, "0x10": `"0x10"`,
	} {
		p := lesson.Program{Lesson: "renew", Row: []lesson.Cell{{Name: "expiry", Text: text}}}
		got, _ := p.MarshalJSON()
		if !strings.Contains(string(got), `"expiry":`+want+`}`) {
			t.Errorf("%s is written as %s", text, got)
		}
		again, err := lesson.ParseProgram(got)
		if err != nil || again.Row[0].Text != text {
			t.Errorf("%s is read as %+v, %v", got, again, err)
		}
	}
}

// TestCheckKeepsText: filling in what a program leaves out changes nothing
// that was typed.
func TestCheckFillsIn(t *testing.T) {
	p, err := lesson.ParseProgram([]byte(`{"lesson":"renew","steps":[{"op":"renew","id":" 41 ","token":" a ","now":"٥","new_expiry":""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	l := lessons.All[0]
	if err := l.Check(p); err != nil {
		t.Fatal(err)
	}
	if len(p.Row) != 3 || p.Steps[0].Connection != "first" {
		t.Errorf("row %v, connection %q", p.Row, p.Steps[0].Connection)
	}
	for i, want := range []string{" 41 ", " a ", "٥", ""} {
		if got := p.Steps[0].Inputs[i].Text; got != want {
			t.Errorf("typed %q, kept %q", want, got)
		}
	}
}

func FuzzParseProgram(f *testing.F) {
	for _, l := range lessons.All {
		p := l.Default()
		text, _ := p.MarshalJSON()
		f.Add(text)
	}
	f.Add([]byte(`{"lesson":"renew","steps":[{"op":"renew","token":"\ud800\udc00\ud800"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := lesson.ParseProgram(text)
		if err != nil {
			var e *lesson.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is a %T", err, err)
			}
			return
		}
		out, err := p.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := lesson.ParseProgram(out)
		if err != nil {
			t.Fatalf("%s from %q: %v", out, text, err)
		}
		if out2, _ := again.MarshalJSON(); string(out2) != string(out) {
			t.Errorf("%s came back as %s", out, out2)
		}
	})
}

func FuzzReader(f *testing.F) {
	for _, l := range lessons.All {
		for i := range l.Programs {
			w := lesson.Writer{}
			w.Program(&l.Programs[i].Program)
			f.Add(w.Bytes)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := lesson.Reader{Bytes: b}
		p := r.Program()
		if r.Bad {
			return
		}
		w := lesson.Writer{}
		w.Program(p)
		again := lesson.Reader{Bytes: w.Bytes}
		w2 := lesson.Writer{}
		w2.Program(again.Program())
		if string(w2.Bytes) != string(w.Bytes) {
			t.Error("a program changes on its way over the wire")
		}
	})
}

// FuzzOutcome reads any bytes as an outcome, as the command does with what
// lesson.wasm answers.
func FuzzOutcome(f *testing.F) {
	for _, l := range lessons.All {
		p := l.Default()
		out, err := l.Run(&p)
		if err != nil {
			f.Fatal(err)
		}
		w := lesson.Writer{}
		w.Outcome(out)
		f.Add(w.Bytes)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := lesson.Reader{Bytes: b}
		out := r.Outcome()
		if r.Bad {
			return
		}
		w := lesson.Writer{}
		w.Outcome(out)
		again := lesson.Reader{Bytes: w.Bytes}
		w2 := lesson.Writer{}
		w2.Outcome(again.Outcome())
		if again.Bad || len(again.Bytes) != 0 || string(w2.Bytes) != string(w.Bytes) {
			t.Error("an outcome changes on its way over the wire")
		}
	})
}
