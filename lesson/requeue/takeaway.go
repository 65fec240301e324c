//go:build !wasip1

package requeue

import "leaseplay/lesson"

func init() { Lesson.Source = source }

func source(variant string) lesson.Source {
	return lesson.Source{
		Python: lesson.PythonIsInt + Python + `

def requeue(connection, now):
    return "expired-lease=requeued" if sweep(connection, now) else "expired-lease=kept"
` + lesson.PythonStored + storedSQL + lesson.PythonStoredEnd,
		Go: Go + `
func requeue(c *sqlite3.Conn, now int64) (string, error) {
	swept, err := sweep(c, now)
	if swept {
		return "expired-lease=requeued", err
	}
	return "expired-lease=kept", err
}
` + lesson.GoStored + storedSQL + lesson.GoStoredEnd,
		Parts: []lesson.Rule{contracts[variant].Rule},
	}
}

// The contract in other languages, for the take-away; with the predicates for
// its %.
const (
	Python = `def sweep(connection, now):
    """Put the job back into the queue if its lease has passed; True if it did."""
    if not is_int(now, -2**63, 2**63 - 1):
        raise ValueError("clock")
    with transaction(connection, "BEGIN IMMEDIATE"):
        cursor = connection.execute(
            """
            UPDATE job SET state = 'queued'
            WHERE %
            """,
            {"now": now})
    return cursor.rowcount == 1
`
	Go = `// sweep puts the job back into the queue if its lease has passed, and tells
// whether it did.
func sweep(c *sqlite3.Conn, now int64) (bool, error) {
	changed, err := atomic(c, "BEGIN IMMEDIATE", ` + "`" + `
		UPDATE job SET state = 'queued'
		WHERE %` + "`" + `,
		params{"now": now})
	return changed == 1, err
}
`
)
