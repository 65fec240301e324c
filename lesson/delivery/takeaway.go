//go:build !wasip1

package delivery

import "leaseplay/lesson"

func init() { Lesson.Source = source }

// source joins the texts below in the variant's order of things.
func source(variant string) lesson.Source {
	commit, send, inGo, sendInGo := pythonCommit, pythonRight, goCommit, goRight
	switch variant {
	case "mark-first":
		send, sendInGo = pythonFirst, goFirst
	case "send-inside":
		commit, send, inGo, sendInGo = pythonBegin, pythonInside, goBegin, goInside
	}
	return lesson.Source{
		Python: pythonHead + commit + pythonSend + send + pythonEnd,
		Go:     goHead + inGo + goSend + sendInGo + goEnd,
		Parts:  []lesson.Rule{Pending},
	}
}

// The contract in other languages, for the take-away; with the predicates for
// the %.
const (
	pythonHead = `arrived = []  # at the endpoint, simulated: the messages' ids


def post(id, outcome):
    """Try to hand a message over; True if a reply says that it has arrived."""
    if outcome != "refused":
        arrived.append(id)
    return outcome == "ok"


def store(connection, body):
    return connection.execute(
        "` + insert + `",
        {"body": body}).lastrowid


def mark(connection, id):
    connection.execute(
        """
            UPDATE outbox SET state = 'sent'
            WHERE %
        """,
        {"id": id})


def state(connection, id):
    row = connection.execute("SELECT state FROM outbox WHERE id = :id", {"id": id}).fetchone()
    return row[0] if row else "absent"


def commit(connection, body):
    """Store the intent to send a message."""
    if not 1 <= len(body) <= 200:
        raise ValueError("message fields")
`
	pythonCommit = `    with transaction(connection, "BEGIN IMMEDIATE"):
        id = store(connection, body)
`
	pythonBegin = `    connection.execute("BEGIN IMMEDIATE")
    try:
        id = store(connection, body)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
`
	pythonSend = `    return state(connection, id)


def send(connection, outcome):
    """Try once to send the oldest pending message."""
    row = connection.execute("` + next + `").fetchone()
    answer = "nothing pending"
    if row:
        id = row[0]
`
	pythonRight = `        if post(id, outcome):
            with transaction(connection, "BEGIN IMMEDIATE"):
                mark(connection, id)
`
	pythonFirst = `        with transaction(connection, "BEGIN IMMEDIATE"):
            mark(connection, id)
        post(id, outcome)
`
	pythonInside = `        if not connection.in_transaction:
            connection.execute("BEGIN IMMEDIATE")
        if post(id, outcome):
            mark(connection, id)
            connection.execute("COMMIT")
        else:
            connection.execute("ROLLBACK")
`
	pythonEnd = `        answer = state(connection, id)
    answer += f", receiver saw {len(arrived)}"
    if len(set(arrived)) < len(arrived):
        answer += f", distinct {len(set(arrived))}"
    return answer
`

	goHead = `// At the endpoint, simulated: how many messages arrived, and which.
var (
	saw     int
	arrived = map[any]bool{}
)

// post tries to hand a message over; true if a reply says that it has arrived.
func post(id any, outcome string) bool {
	if outcome != "refused" {
		saw++
		arrived[id] = true
	}
	return outcome == "ok"
}

func store(c *sqlite3.Conn, body string) error {
	_, err := run(c, "` + insert + `",
		params{"body": body})
	return err
}

func mark(c *sqlite3.Conn, id any) error {
	_, err := run(c, ` + "`" + `
		UPDATE outbox SET state = 'sent'
		WHERE %` + "`" + `,
		params{"id": id})
	return err
}

func state(c *sqlite3.Conn, id any) (string, error) {
	row, err := run(c, "SELECT state FROM outbox WHERE id = :id", params{"id": id})
	if row == nil {
		return "absent", err
	}
	return row[0].(string), err
}

// commit stores the intent to send a message.
func commit(c *sqlite3.Conn, body string) (string, error) {
	if !between(length(body), 1, 200) {
		return "", ValueError("message fields")
	}
`
	goCommit = `	err := transaction(c, "BEGIN IMMEDIATE", func() error { return store(c, body) })
	if err != nil {
		return "", err
	}
`
	goBegin = `	if err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		return "", err
	}
	if err := store(c, body); err != nil {
		c.Exec("ROLLBACK")
		return "", err
	}
`
	goSend = `	return state(c, c.LastInsertRowID())
}

// send tries once to send the oldest pending message.
func send(c *sqlite3.Conn, outcome string) (string, error) {
	row, err := run(c, "` + next + `", nil)
	answer := "nothing pending"
	if row != nil {
		id := row[0]
`
	goRight = `		if post(id, outcome) {
			err = transaction(c, "BEGIN IMMEDIATE", func() error { return mark(c, id) })
		}
`
	goFirst = `		err = transaction(c, "BEGIN IMMEDIATE", func() error { return mark(c, id) })
		post(id, outcome)
`
	goInside = `		if c.GetAutocommit() {
			must(c, c.Exec("BEGIN IMMEDIATE"))
		}
		if post(id, outcome) {
			must(c, mark(c, id))
			err = c.Exec("COMMIT")
		} else {
			err = c.Exec("ROLLBACK")
		}
`
	goEnd = `		if err == nil {
			answer, err = state(c, id)
		}
	}
	answer += fmt.Sprint(", receiver saw ", saw)
	if len(arrived) < saw {
		answer += fmt.Sprint(", distinct ", len(arrived))
	}
	return answer, err
}
`
)
