//go:build !wasip1

package lesson

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"leaseplay/lesson/sqlite"
)

// ParseProgram reads a program from JSON:
//
//	{"lesson":"renew","row":{"id":41,"token":"claim-a","expiry":10},
//	 "steps":[{"op":"renew","label":"renewed","connection":"first",
//	           "id":"41","token":"claim-a","now":"5","new_expiry":"15"}]}
//
// Beside "lesson" and "steps" a program may have "variant", "row" and the
// lesson's options; beside "op" a step may have "label" and "connection", and
// has its op's fields, as strings. A row's values are ints, strings or null.
//
// The error is an *Error. Its code is BadJSON where the text is no such
// object, or has a key twice. Whether names and values are the lesson's is
// for Lesson.Check to say, and so is it where an input is no string.
func ParseProgram(text []byte) (*Program, error) { return ParseProgramOf(text, "") }

// ParseProgramOf is ParseProgram for a text that need not name the lesson:
// lesson is the one it then is of.
func ParseProgramOf(text []byte, lesson string) (*Program, error) {
	p := &Program{Lesson: lesson}
	list := "" // a key whose value is one, as that of "steps" misspelled
	err := object(text, "", func(key string, d *json.Decoder) error {
		switch key {
		case "lesson":
			return str(d, key, &p.Lesson)
		case "variant":
			return str(d, key, &p.Variant)
		case "row":
			return parseRow(d, p)
		case "steps":
			return parseSteps(d, p)
		}
		raw, err := p.input(d, key, key, &p.Options)
		if err == nil && raw[0] == '[' {
			list = key
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case p.Lesson == "":
		return nil, &Error{MissingField, "lesson", "a program names its lesson"}
	case p.Steps == nil && list != "":
		return nil, &Error{UnknownField, list, "a program has no list " + quote(list) + "; it has a list of steps"}
	case p.Steps == nil:
		return nil, &Error{MissingField, "steps", "a program has a list of steps"}
	}
	return p, nil
}

func parseRow(d *json.Decoder, p *Program) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return bad("row", err)
	}
	if string(raw) == "null" {
		return nil
	}
	p.Row = []Cell{}
	return object(raw, "row", func(key string, d *json.Decoder) error {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return bad("row."+key, err)
		}
		cell := Cell{Name: key}
		switch {
		case string(raw) == "null":
			cell.Null = true
		case raw[0] == '"':
			if err := (*jsonText)(&cell.Text).UnmarshalJSON(raw); err != nil {
				return bad("row."+key, err)
			}
		default:
			if _, err := strconv.ParseInt(string(raw), 10, 64); err != nil {
				return &Error{BadValue, "row." + key, "a row's value is an int of 64 bits, a string or null, not " + clip(string(raw), 40)}
			}
			cell.Text = string(raw)
		}
		p.Row = append(p.Row, cell)
		return nil
	})
}

func parseSteps(d *json.Decoder, p *Program) error {
	var raws []json.RawMessage
	if err := d.Decode(&raws); err != nil || raws == nil {
		return &Error{BadJSON, "steps", "a list of steps is needed here"}
	}
	p.Steps = []Step{}
	for i, raw := range raws {
		var s Step
		path := stepPath(i)
		err := object(raw, path, func(key string, d *json.Decoder) error {
			at := path + "." + key
			switch key {
			case "op":
				return str(d, at, &s.Op)
			case "label":
				return str(d, at, &s.Label)
			case "connection":
				return str(d, at, &s.Connection)
			}
			_, err := p.input(d, key, at, &s.Inputs)
			return err
		})
		if err != nil {
			return err
		}
		if s.Op == "" {
			return &Error{MissingField, path + ".op", "a step names its op"}
		}
		p.Steps = append(p.Steps, s)
	}
	return nil
}

// object reads one JSON object and nothing behind it, and refuses a key that
// comes twice, of which encoding/json would take the last.
func object(text []byte, path string, member func(key string, d *json.Decoder) error) error {
	what := path
	if what == "" {
		what = "the program"
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		if err == nil || err == io.EOF {
			return &Error{BadJSON, path, what + " is a JSON object"}
		}
		return bad(path, err)
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return bad(path, err)
		}
		key := t.(string)
		if seen[key] {
			return &Error{BadJSON, path, "the key " + quote(key) + " comes twice"}
		}
		seen[key] = true
		if err := member(key, d); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return bad(path, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return &Error{BadJSON, path, "there is more text behind the object"}
	}
	return nil
}

// input reads an input's text, and returns its JSON. What is no string is
// noted for Check, which knows whether there is an input of that name at all.
func (p *Program) input(d *json.Decoder, key, path string, to *[]Input) (json.RawMessage, error) {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return nil, bad(path, err)
	}
	in := Input{Name: key}
	err := (*jsonText)(&in.Text).UnmarshalJSON(raw)
	if err != nil && err != errNotString {
		return nil, bad(path, err)
	}
	if err != nil && p.wrong == nil {
		p.wrong = bad(path, err).(*Error)
	}
	*to = append(*to, in)
	return raw, nil
}

func str(d *json.Decoder, path string, to *string) error {
	if err := d.Decode((*jsonText)(to)); err != nil {
		return bad(path, err)
	}
	return nil
}

// bad makes an *Error of encoding/json's, or gives ours its path.
func bad(path string, err error) error {
	if e, ok := err.(*Error); ok {
		return &Error{e.Code, path, e.Message}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &Error{BadJSON, path, "the JSON ends too early"}
	}
	return &Error{BadJSON, path, err.Error()}
}

// maxSafe is the largest int up to which every reader of JSON gets the int that
// was written; JavaScript's rounds those beyond, without a word.
//
// https://www.rfc-editor.org/rfc/rfc8259#section-6
const maxSafe = 1<<53 - 1

// MarshalJSON writes the program as ParseProgram reads it.
func (p *Program) MarshalJSON() ([]byte, error) {
	o := ordered{}
	o.text("lesson", p.Lesson)
	if p.Variant != "" {
		o.text("variant", p.Variant)
	}
	for _, in := range p.Options {
		o.text(in.Name, in.Text)
	}
	if p.Row != nil {
		row := ordered{}
		for _, c := range p.Row {
			n := ReadInt(c.Text)
			switch {
			case c.Null:
				row.raw(c.Name, []byte("null"))
			case n.In(-maxSafe, maxSafe) && strconv.FormatInt(n.N, 10) == c.Text:
				row.raw(c.Name, []byte(c.Text))
			default:
				row.text(c.Name, c.Text)
			}
		}
		o.raw("row", row.end())
	}
	steps := []byte{'['}
	for i, s := range p.Steps {
		if i > 0 {
			steps = append(steps, ',')
		}
		step := ordered{}
		step.text("op", s.Op)
		if s.Label != "" {
			step.text("label", s.Label)
		}
		if s.Connection != "" {
			step.text("connection", s.Connection)
		}
		for _, in := range s.Inputs {
			step.text(in.Name, in.Text)
		}
		steps = append(steps, step.end()...)
	}
	o.raw("steps", append(steps, ']'))
	return o.end(), nil
}

// ordered writes a JSON object whose keys keep their order.
type ordered struct{ b []byte }

func (o *ordered) raw(key string, value []byte) {
	if o.b == nil {
		o.b = []byte{'{'}
	} else {
		o.b = append(o.b, ',')
	}
	k, _ := jsonText(key).MarshalJSON()
	o.b = append(append(append(o.b, k...), ':'), value...)
}

func (o *ordered) text(key, value string) {
	v, _ := jsonText(value).MarshalJSON()
	o.raw(key, v)
}

func (o *ordered) end() []byte {
	if o.b == nil {
		return []byte("{}")
	}
	return append(o.b, '}')
}

// jsonValue writes a value of SQLite's.
func jsonValue(v sqlite.Value) []byte {
	switch v.Type {
	case sqlite.INTEGER:
		return strconv.AppendInt(nil, v.Int, 10)
	case sqlite.TEXT:
		b, _ := jsonText(v.Text).MarshalJSON()
		return b
	}
	return []byte("null")
}
