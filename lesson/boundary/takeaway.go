//go:build !wasip1

package boundary

import (
	"leaseplay/lesson"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/requeue"
)

func init() { Lesson.Source = source }

func source(variant string) lesson.Source {
	pair := pairs[variant]
	s := pair.Renew.Source(renew.Python+"\n\n"+requeue.Python+`

def at(connection, now):
    """Who may act at now: each contract is tried on the row, which is put back."""
    id, token, state, expiry = connection.execute("SELECT id, token, state, expiry FROM job").fetchone()

    def restore():
        connection.execute(
            "UPDATE job SET state = :state, expiry = :expiry",
            {"state": state, "expiry": expiry})

    renewed = renew(connection, id, token, now, now + 10 if type(now) is int else now)
    if renewed:
        restore()
    requeued = sweep(connection, now)
    if requeued:
        restore()
    return f"now={now} renew: {renewed} requeue: {requeued}"
`, renew.Go+"\n"+requeue.Go+`
// at tells who may act at now: it tries each contract on the row and puts the
// row back.
func at(c *sqlite3.Conn, now int64) (string, error) {
	row, err := run(c, "SELECT id, token, state, expiry FROM job", nil)
	if err != nil {
		return "", err
	}
	restore := func() error {
		_, err := run(c, "UPDATE job SET state = :state, expiry = :expiry", params{"state": row[2], "expiry": row[3]})
		return err
	}
	renewed, err := renew(c, row[0].(int64), row[1].(string), now, now+10)
	if renewed {
		err = restore()
	}
	if err != nil {
		return "", err
	}
	requeued, err := sweep(c, now)
	if requeued {
		err = restore()
	}
	return fmt.Sprint("now=", now, " renew: ", str(renewed), " requeue: ", str(requeued)), err
}
`)
	s.Parts = append(s.Parts, pair.Requeue.Rule)
	return s
}
