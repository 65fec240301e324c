//go:build !wasip1

package outbox

import "leaseplay/lesson"

func init() { Lesson.Source = source }

func source(variant string) lesson.Source {
	return lesson.Source{
		Python: lesson.PythonIsInt + `def claim(connection, id, token, now, until):
    """Take the message up to until if nobody holds it; True if it did."""
    if not is_int(id, 1, 1000) or not 1 <= len(token) <= 32:
        raise ValueError("claim fields")
    if not (is_int(now, 0, 1_000_000) and is_int(until, 0, 1_000_000)
            and now < until <= now + 10):
        raise ValueError("clock/extension bounds")
    with transaction(connection, "BEGIN IMMEDIATE"):
        cursor = connection.execute(
            """
            UPDATE outbox SET state = 'claimed', token = :token, lease_until = :until
            WHERE %
            """,
            {"id": id, "token": token, "now": now, "until": until})
    return cursor.rowcount == 1


def ack(connection, id, token, now):
    """Mark the message as sent if the token still holds it; True if it did."""
    if not is_int(id, 1, 1000) or not 1 <= len(token) <= 32:
        raise ValueError("claim fields")
    if not is_int(now, 0, 1_000_000):
        raise ValueError("clock bounds")
    with transaction(connection, "BEGIN IMMEDIATE"):
        cursor = connection.execute(
            """
            UPDATE outbox SET state = 'sent'
            WHERE %
            """,
            {"id": id, "token": token, "now": now})
    return cursor.rowcount == 1
` + lesson.PythonStored + storedSQL + lesson.PythonStoredEnd,
		Go: `// claim takes the message up to until if nobody holds it, and tells whether it did.
func claim(c *sqlite3.Conn, id int64, token string, now, until int64) (bool, error) {
	if !between(id, 1, 1000) || !between(length(token), 1, 32) {
		return false, ValueError("claim fields")
	}
	if !between(now, 0, 1_000_000) || !between(until, 0, 1_000_000) ||
		until <= now || until > now+10 {
		return false, ValueError("clock/extension bounds")
	}
	changed, err := atomic(c, "BEGIN IMMEDIATE", ` + "`" + `
		UPDATE outbox SET state = 'claimed', token = :token, lease_until = :until
		WHERE %` + "`" + `,
		params{"id": id, "token": token, "now": now, "until": until})
	return changed == 1, err
}

// ack marks the message as sent if the token still holds it, and tells whether it did.
func ack(c *sqlite3.Conn, id int64, token string, now int64) (bool, error) {
	if !between(id, 1, 1000) || !between(length(token), 1, 32) {
		return false, ValueError("claim fields")
	}
	if !between(now, 0, 1_000_000) {
		return false, ValueError("clock bounds")
	}
	changed, err := atomic(c, "BEGIN IMMEDIATE", ` + "`" + `
		UPDATE outbox SET state = 'sent'
		WHERE %` + "`" + `,
		params{"id": id, "token": token, "now": now})
	return changed == 1, err
}
` + lesson.GoStored + storedSQL + lesson.GoStoredEnd,
		Parts: []lesson.Rule{contracts[variant].Claimable, contracts[variant].Acknowledgeable},
	}
}
