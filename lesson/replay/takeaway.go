//go:build !wasip1

package replay

import "leaseplay/lesson"

func init() { Lesson.Source = source }

func source(variant string) lesson.Source {
	k := contracts[variant]
	s := lesson.Source{
		Python: pythonLook + pythonSubmit + lesson.PythonStored + storedSQL + lesson.PythonStoredEnd,
		Go:     goLook + goSubmit + lesson.GoStored + storedSQL + lesson.GoStoredEnd,
		Parts:  []lesson.Rule{k.Same, {{SQL: k.insert}}},
	}
	if k.halves {
		s.Python = pythonLook + pythonHalves + lesson.PythonStored + storedSQL + lesson.PythonStoredEnd
		s.Go = goLook + goHalves + lesson.GoStored + storedSQL + lesson.GoStoredEnd
	}
	return s
}

// The contract in other languages, for the take-away; with the predicates of
// a retry and the INSERT for the two %.
const (
	pythonLook = `def require_fields(request, payload):
    if not 1 <= len(request) <= 200 or not 1 <= len(payload) <= 200:
        raise ValueError("request fields")


def look(connection, request, payload):
    """Find the job that is stored for the request."""
    row = connection.execute(
        """
        SELECT id, %
        FROM job WHERE request = :request ORDER BY id LIMIT 1
        """,
        {"request": request, "payload": payload}).fetchone()
    if row is None:
        return "new"
    return f"replayed job={row[0]}" if row[1] else f"conflict job={row[0]}"


`
	pythonSubmit = `def submit(connection, request, payload):
    """Store a job for the request unless there is one, and say which."""
    require_fields(request, payload)
    with transaction(connection, "BEGIN IMMEDIATE"):
        cursor = connection.execute(
            "%",
            {"request": request, "payload": payload})
        answer = look(connection, request, payload)
    return "created " + answer.split()[1] if cursor.rowcount == 1 else answer


def check(connection, request, payload):
    require_fields(request, payload)
    return look(connection, request, payload)


def insert(connection, request, payload):
    return submit(connection, request, payload)
`
	pythonHalves = `def store(connection, request, payload):
    with transaction(connection, "BEGIN IMMEDIATE"):
        cursor = connection.execute(
            "%",
            {"request": request, "payload": payload})
    return f"created job={cursor.lastrowid}"


def submit(connection, request, payload):
    """Look, and then rely on what was found."""
    require_fields(request, payload)
    answer = look(connection, request, payload)
    return store(connection, request, payload) if answer == "new" else answer


checked = {}  # what the last check on each connection found


def check(connection, request, payload):
    checked.pop(connection, None)
    require_fields(request, payload)
    answer = look(connection, request, payload)
    checked[connection] = (request, payload), answer
    return answer


def insert(connection, request, payload):
    submission, answer = checked.pop(connection, (None, None))
    if submission != (request, payload):
        return submit(connection, request, payload)
    return store(connection, request, payload) if answer == "new" else answer
`

	goLook = `func valid(request, payload string) bool {
	return between(length(request), 1, 200) && between(length(payload), 1, 200)
}

// look finds the job that is stored for the request.
func look(c *sqlite3.Conn, request, payload string) (string, error) {
	row, err := run(c, ` + "`" + `
		SELECT id, %
		FROM job WHERE request = :request ORDER BY id LIMIT 1` + "`" + `,
		params{"request": request, "payload": payload})
	if row == nil {
		return "new", err
	}
	verdict := "conflict"
	if row[1] == int64(1) {
		verdict = "replayed"
	}
	return fmt.Sprint(verdict, " job=", row[0]), err
}

`
	goSubmit = `// submit stores a job for the request unless there is one, and says which.
func submit(c *sqlite3.Conn, request, payload string) (answer string, err error) {
	if !valid(request, payload) {
		return "", ValueError("request fields")
	}
	err = transaction(c, "BEGIN IMMEDIATE", func() error {
		_, err := run(c, "%",
			params{"request": request, "payload": payload})
		if err != nil {
			return err
		}
		stored := c.Changes()
		if answer, err = look(c, request, payload); stored == 1 {
			_, job, _ := strings.Cut(answer, " ")
			answer = "created " + job
		}
		return err
	})
	return answer, err
}

func check(c *sqlite3.Conn, request, payload string) (string, error) {
	if !valid(request, payload) {
		return "", ValueError("request fields")
	}
	return look(c, request, payload)
}

func insert(c *sqlite3.Conn, request, payload string) (string, error) {
	return submit(c, request, payload)
}
`
	goHalves = `func store(c *sqlite3.Conn, request, payload string) (string, error) {
	_, err := atomic(c, "BEGIN IMMEDIATE", "%",
		params{"request": request, "payload": payload})
	return fmt.Sprint("created job=", c.LastInsertRowID()), err
}

// submit looks, and then relies on what it found.
func submit(c *sqlite3.Conn, request, payload string) (string, error) {
	if !valid(request, payload) {
		return "", ValueError("request fields")
	}
	answer, err := look(c, request, payload)
	if err == nil && answer == "new" {
		return store(c, request, payload)
	}
	return answer, err
}

// checked is what the last check on each connection found.
var checked = map[*sqlite3.Conn][3]string{}

func check(c *sqlite3.Conn, request, payload string) (string, error) {
	delete(checked, c)
	if !valid(request, payload) {
		return "", ValueError("request fields")
	}
	answer, err := look(c, request, payload)
	checked[c] = [3]string{request, payload, answer}
	return answer, err
}

func insert(c *sqlite3.Conn, request, payload string) (string, error) {
	found := checked[c]
	delete(checked, c)
	switch found {
	case [3]string{request, payload, "new"}:
		return store(c, request, payload)
	case [3]string{request, payload, found[2]}:
		return found[2], nil
	}
	return submit(c, request, payload)
}
`
)
