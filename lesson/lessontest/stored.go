package lessontest

import (
	"errors"
	"strconv"
	"strings"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// NoTable is what Stored returns for a database that the lesson has not made
// its table in yet.
const NoTable = "no table"

// Stored returns what a fresh connection reads from a lesson's table, as Show
// writes it. The error is SQLite's, or tells that the file is damaged.
func Stored(uri string, l *lesson.Lesson) (string, error) {
	c, err := sqlite.Open(uri)
	if err != nil {
		return "", err
	}
	defer c.Close()
	check, err := c.Rows("PRAGMA integrity_check")
	if err != nil {
		return "", err
	}
	if len(check) != 1 || check[0][0].Text != "ok" {
		return "", errors.New("the file is damaged: " + Show(check))
	}
	rows, err := c.Rows("SELECT * FROM " + l.Table + " ORDER BY 1")
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code == sqlite.ERROR && strings.HasPrefix(e.Msg, "no such table") {
		return NoTable, nil
	}
	return Show(rows), err
}

// Show writes rows, a line each.
func Show[R ~[]sqlite.Value](rows []R) string {
	var all strings.Builder
	for _, row := range rows {
		for _, v := range row {
			switch v.Type {
			case sqlite.INTEGER:
				all.WriteString(strconv.FormatInt(v.Int, 10) + " ")
			case sqlite.TEXT:
				all.WriteString(strconv.Quote(v.Text) + " ")
			default:
				all.WriteString("NULL ")
			}
		}
		all.WriteString("\n")
	}
	return all.String()
}
