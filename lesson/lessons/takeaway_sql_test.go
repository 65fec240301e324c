// The sqlite3 shell judges every take-away in SQL.

//go:build !wasip1

package lessons_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/sqlite"
)

// resultCode is what the shell puts behind some messages.
var resultCode = regexp.MustCompile(` \(\d+\)`)

// committed is what the shell is to show of the table after a step: a row a
// line, each value as the hexadecimal digits of its text.
func committed(s *lesson.StepOutcome) string {
	if s.Locked != nil {
		return s.Locked.Message + "\n"
	}
	text := ""
	for _, row := range s.Rows {
		text += "row "
		for _, v := range row {
			switch v.Type {
			case sqlite.NULL:
				text += " NULL"
			case sqlite.INTEGER:
				text += fmt.Sprintf(" %X", strconv.FormatInt(v.Int, 10))
			default:
				text += fmt.Sprintf(" %X", v.Text)
			}
		}
		text += "\n"
	}
	return text
}

// TestSQL has the sqlite3 shell show the changes of the lesson's own programs
// and of others, and compares the table in the end.
func TestSQL(t *testing.T) {
	shell := tool(t, "sqlite3")
	for _, l := range lessons.All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			for _, p := range append(presets(l), random(l, 50)...) {
				out, _ := run(t, l, p)
				want := ""
				for _, s := range out.Steps {
					for _, st := range s.Trace {
						if st.Raised != nil {
							if st.Raised.Code != 0 {
								want += st.Raised.Message + "\n"
							}
						} else if st.Writes {
							want += "changes " + string('0'+rune(st.Changes)) + "\n"
						}
					}
				}
				code := takeaway(t, l, lesson.SQL, p)
				marked := strings.ReplaceAll(code, "SELECT changes();", "SELECT 'changes '||changes();")
				if strings.Contains(code, ".connection") { // a look at what is committed
					marked += ".connection 4\n.open leaseplay-lesson.db\n"
				}
				marked += "SELECT 'row '"
				for _, c := range l.Columns {
					marked += "||' '||iif(" + c.Name + " IS NULL, 'NULL', hex(" + c.Name + "))"
				}
				marked += " FROM " + l.Table + " ORDER BY " + l.Columns[0].Name + ";\n"
				want += committed(&out.Steps[len(out.Steps)-1])
				cmd := exec.Command(shell, "-batch", "-init", os.DevNull)
				cmd.Dir = t.TempDir()
				cmd.Stdin = strings.NewReader(marked)
				printed, _ := cmd.CombinedOutput() // it is 1 where SQLite refuses a statement
				got := ""
				for line := range strings.Lines(string(printed)) {
					if strings.HasPrefix(line, "changes ") || strings.HasPrefix(line, "row ") {
						got += line
					} else if _, msg, ok := strings.Cut(line, "rror near line "); ok {
						_, msg, _ = strings.Cut(msg, ": ")
						got += resultCode.ReplaceAllString(msg, "")
					}
				}
				if got != want {
					t.Fatalf("%s\nthe shell shows\n%s\nof which\n%swhere the lesson has\n%sin\n%s", text(p), printed, got, want, code)
				}
			}
		})
	}
}
