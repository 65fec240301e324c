//go:build !wasip1

package lesson

import "strconv"

// JSON writes the outcome of a program of this lesson:
//
//	{"lines":[…],"steps":[{"line","value","error","right","reason","decided",
//	 "because":[{"stage","name","sql","values","held"}],
//	 "trace":[{"sql","writes","changes","error"}],"before":[…],"rows":[…],"locked","views":[…]}],
//	 "done":[…]}
//
// "held" is true, false or null; a row is an object by column; "error", like
// "locked", is {"type","message","code"} with SQLite's result code or 0. What
// a step doesn't have is left out, but for line, value, reason, because,
// trace, before and rows.
func (l *Lesson) JSON(o *Outcome) []byte {
	out := ordered{}
	lines := make([][]byte, len(o.Lines))
	for i, s := range o.Lines {
		lines[i], _ = jsonText(s).MarshalJSON()
	}
	out.raw("lines", array(lines))
	steps := make([][]byte, len(o.Steps))
	for i := range o.Steps {
		steps[i] = l.stepJSON(&o.Steps[i])
	}
	out.raw("steps", array(steps))
	if len(o.Done) > 0 {
		done := make([][]byte, len(o.Done))
		for i, s := range o.Done {
			done[i], _ = jsonText(s).MarshalJSON()
		}
		out.raw("done", array(done))
	}
	return out.end()
}

func (l *Lesson) stepJSON(s *StepOutcome) []byte {
	out := ordered{}
	out.text("line", s.Line)
	out.text("value", s.Value)
	out.raised("error", s.Raised)
	out.optional("right", s.Right)
	out.text("reason", s.Reason)
	out.optional("decided", s.Decided)
	because := make([][]byte, len(s.Because))
	for i, b := range s.Because {
		o := ordered{}
		o.text("stage", string(b.Stage))
		o.text("name", b.Name)
		o.text("sql", b.SQL)
		o.text("values", b.Values)
		o.raw("held", []byte([]string{"false", "true", "null"}[b.Held]))
		because[i] = o.end()
	}
	out.raw("because", array(because))
	trace := make([][]byte, len(s.Trace))
	for i, t := range s.Trace {
		o := ordered{}
		o.text("sql", t.SQL)
		o.raw("writes", strconv.AppendBool(nil, t.Writes))
		o.raw("changes", strconv.AppendInt(nil, t.Changes, 10))
		o.raised("error", t.Raised)
		trace[i] = o.end()
	}
	out.raw("trace", array(trace))
	out.raw("before", l.rowsJSON(s.Before))
	out.raw("rows", l.rowsJSON(s.Rows))
	out.raised("locked", s.Locked)
	if len(s.Views) > 0 {
		views := make([][]byte, len(s.Views))
		for i, v := range s.Views {
			o := ordered{}
			o.text("connection", v.Connection)
			o.raw("rows", l.rowsJSON(v.Rows))
			o.raw("writing", strconv.AppendBool(nil, v.Writing))
			views[i] = o.end()
		}
		out.raw("views", array(views))
	}
	return out.end()
}

func (l *Lesson) rowsJSON(rows []Row) []byte {
	out := make([][]byte, len(rows))
	for i, row := range rows {
		o := ordered{}
		for k, v := range row {
			o.raw(l.Columns[k].Name, jsonValue(v))
		}
		out[i] = o.end()
	}
	return array(out)
}

func (o *ordered) optional(key, value string) {
	if value != "" {
		o.text(key, value)
	}
}

func (o *ordered) raised(key string, r *Raised) {
	if r == nil {
		return
	}
	e := ordered{}
	e.text("type", r.Type)
	e.text("message", r.Message)
	e.raw("code", strconv.AppendInt(nil, int64(r.Code), 10))
	o.raw(key, e.end())
}

// JSON writes the error as {"code","path","message"}.
func (e *Error) JSON() []byte {
	o := ordered{}
	o.text("code", string(e.Code))
	o.optional("path", e.Path)
	o.text("message", e.Message)
	return o.end()
}

func array(items [][]byte) []byte {
	b := []byte{'['}
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, item...)
	}
	return append(b, ']')
}
