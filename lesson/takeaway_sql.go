package lesson

import (
	"strconv"

	"leaseplay/lesson/sqlite"
)

// sql writes what SQLite was told in the run, with the values in place. One
// connection shows the same changes unless a step leaves its transaction open
// or runs on two connections: then the shell is told to use several.
func (t *takeaway) sql() {
	if t.record.apart {
		t.add(`-- The connections meet in a file that is begun anew. The shell has to be 3.40 or newer.
.open --new leaseplay-lesson.db
`)
		for i := len(t.Connections) - 1; i >= 0; i-- {
			t.add(".connection %\n.open leaseplay-lesson.db\n", strconv.Itoa(i))
		}
	}
	for i := range t.record.setup {
		t.statement(&t.record.setup[i])
	}
	for i, sts := range t.record.steps {
		t.add("\n-- ")
		t.step(i, &python)
		t.add("-- prints %\n", quoted(t.out.Lines[i], &python))
		for k := range sts {
			t.statement(&sts[k])
			if sts[k].Err == nil && sqlite.Writes(sts[k].SQL) {
				t.add("SELECT changes();\n")
			}
		}
	}
	t.add("\nSELECT * FROM %;\n", t.Table)
}

func (t *takeaway) statement(st *ran) {
	if t.record.apart && st.conn != t.conn {
		t.conn = st.conn
		t.add(".connection %\n", strconv.Itoa(st.conn))
	}
	if _, ok := st.Err.(*sqlite.EncodeError); ok {
		t.add("-- never run, since a value is no UTF-8: %\n", st.SQL)
		return
	}
	if st.Err != nil {
		t.add("-- refused: %\n", st.Err.Error())
	}
	c := Call{params: st.Params}
	t.add("%;\n", c.fill(st.SQL, sqlValue))
}

// sqlValue writes a value as SQL in ASCII without control characters: the
// shell reads lines, and ends a text at a NUL.
func sqlValue(v sqlite.Value) string {
	if v.Type != sqlite.TEXT {
		return literal(v)
	}
	plain, hex := "'", ""
	odd := false
	for i := 0; i < len(v.Text); i++ {
		b := v.Text[i]
		odd = odd || b < ' ' || b > '~'
		if b == '\'' {
			plain += "'"
		}
		plain += v.Text[i : i+1]
		hex += digits16[b>>4:][:1] + digits16[b&15:][:1]
	}
	if odd {
		return "CAST(x'" + hex + "' AS TEXT)"
	}
	return plain + "'"
}

// shown writes a value as SQL for a reader: as it is, unless something in it
// would not show.
func shown(v sqlite.Value) string {
	for s := v.Text; s != ""; {
		r, n := nextRune(s)
		if hidden(r) || r == '\'' {
			return sqlValue(v)
		}
		s = s[n:]
	}
	if v.Type == sqlite.TEXT {
		return "'" + v.Text + "'"
	}
	return literal(v)
}

const digits16 = "0123456789abcdef"

// quoted writes a text as a string literal of Python or Go, in ASCII, so that
// no character of it can end the literal or hide in it.
func quoted(s string, f *form) string {
	out := []byte{'"'}
	for s != "" {
		r, n := nextRune(s)
		if r == '"' || r == '\\' {
			out = append(out, '\\')
		}
		switch {
		case ' ' <= r && r <= '~':
			out = append(out, byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		default:
			e := escape(r)
			if f == &golang && len(e) == 4 && r > '~' { // there \x is a byte
				e = `\u00` + e[2:]
			}
			out = append(out, e...)
		}
		s = s[n:]
	}
	return string(append(out, '"'))
}
