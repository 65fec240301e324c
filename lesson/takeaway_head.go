//go:build !wasip1

package lesson

// Takeaway returns a program as text of another language that prints the same
// lines, or, as SQL, shows the same changes. The errors are those of Run, and
// an *Error with the code BadValue for a language there is none of.
func (l *Lesson) Takeaway(language string, p *Program) (string, error) {
	tail, err := l.TakeawayTail(language, p)
	if err != nil {
		return "", err
	}
	return l.TakeawayHead(language, p.Variant) + tail, nil
}

// TakeawayHead returns what a take-away begins with: all that doesn't depend on
// the program, but for its language and its variant.
func (l *Lesson) TakeawayHead(language, variant string) string {
	title := l.Title + ", a lesson of Leaseplay, as a program of its own."
	if v := l.Variant(variant); v != nil {
		title += " With a mistake: " + v.Title
	}
	if l.Source == nil {
		panic("lesson " + l.Name + " has no Source, which its take-aways are made from")
	}
	src := l.Source(variant)
	text, frame, and := src.Python, pythonFrame, "\n              AND "
	switch language {
	case Go:
		text, frame, and = src.Go, goFrame, "\n\t\t  AND "
	case SQL:
		return fill(sqlFrame, title)
	}
	var parts []string
	for _, r := range src.Parts {
		parts = append(parts, r.Join(and))
	}
	return fill(frame, title, fill(text, parts...))
}

const sqlFrame = `-- %
-- For the sqlite3 shell; changes() is how many rows the statement before it changed.
`

const pythonFrame = `# %
import contextlib
import os
import sqlite3
import tempfile
import traceback


@contextlib.contextmanager
def transaction(connection, begin):
    """begin, the block, COMMIT; if any of it fails, ROLLBACK."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


%

def show(label, function, *args):
    try:
        print((label and label + ": ") + str(function(*args)))
    except Exception as error:
        print(traceback.format_exception_only(error)[-1].rstrip("\n"))


def connect():
    path = os.path.join(folder.name, "lesson.db")
    return sqlite3.connect(path, timeout=0, isolation_level=None)


folder = tempfile.TemporaryDirectory()
`

// Functions that the Python of several lessons has.
const (
	PythonIsInt = `def is_int(value, low, high):
    return type(value) is int and low <= value <= high


`
	// The function of an op that reads one value; its SELECT is between.
	PythonStored = `

def stored(connection):
    row = connection.execute("`
	PythonStoredEnd = `").fetchone()
    return row[0] if row else None
`
)

const goFrame = `// %
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"
)

%
// ValueError refuses a call's values before anything is begun.
type ValueError string

func (e ValueError) Error() string { return "ValueError: " + string(e) }

func between(n, low, high int64) bool { return low <= n && n <= high }

// length is a text's length in code points.
func length(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// transaction runs begin, body and COMMIT. If any of it fails, it rolls back.
func transaction(c *sqlite3.Conn, begin string, body func() error) error {
	if err := c.Exec(begin); err != nil {
		return err
	}
	err := body()
	if err == nil {
		err = c.Exec("COMMIT")
	}
	if err != nil && !c.GetAutocommit() {
		c.Exec("ROLLBACK")
	}
	return err
}

// atomic is a transaction of one statement. It returns how many rows changed.
func atomic(c *sqlite3.Conn, begin, sql string, values params) (changed int64, err error) {
	err = transaction(c, begin, func() error {
		_, err := run(c, sql, values)
		changed = c.Changes()
		return err
	})
	return changed, err
}

type params map[string]any

// run runs one statement and returns its first row, nil if it has none.
func run(c *sqlite3.Conn, sql string, values params) (row []any, err error) {
	stmt, _, err := c.Prepare(sql)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	for name, value := range values {
		i := stmt.BindIndex(":" + name)
		switch value := value.(type) {
		case int:
			stmt.BindInt64(i, int64(value))
		case int64:
			stmt.BindInt64(i, value)
		case string:
			stmt.BindText(i, value)
		}
	}
	for stmt.Step() {
		if row == nil {
			row = make([]any, stmt.ColumnCount())
			stmt.Columns(row...)
		}
	}
	return row, stmt.Err()
}

// str is Python's str.
func str(value any) string {
	switch value {
	case nil:
		return "None"
	case true:
		return "True"
	case false:
		return "False"
	}
	return fmt.Sprint(value)
}

// show prints what Python would print: the value, or the exception's last line.
func show(label string) func(any, error) {
	return func(value any, err error) {
		var code sqlite3.ExtendedErrorCode
		switch {
		case errors.As(err, &code):
			class := "sqlite3.OperationalError: "
			if errors.Is(err, sqlite3.CONSTRAINT) {
				class = "sqlite3.IntegrityError: "
			}
			text := strings.TrimPrefix(err.Error(), "sqlite3: ")
			if _, detail, ok := strings.Cut(text, ": "); ok {
				text = detail
			}
			fmt.Println(class + text)
		case err != nil:
			fmt.Println(err)
		case label != "":
			fmt.Println(label + ": " + str(value))
		default:
			fmt.Println(str(value))
		}
	}
}

func connect(folder string) *sqlite3.Conn {
	c, err := sqlite3.Open(filepath.Join(folder, "lesson.db"))
	must(c, err)
	c.BusyTimeout(0)
	return c
}

func must(_ any, err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	folder, err := os.MkdirTemp("", "lesson-")
	must(folder, err)
`

// The Go function of an op that reads one value; its SELECT is between.
const (
	GoStored = `
func stored(c *sqlite3.Conn) (any, error) {
	row, err := run(c, "`
	GoStoredEnd = `", nil)
	if row == nil {
		return nil, err
	}
	return row[0], err
}
`
)
