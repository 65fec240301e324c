//go:build !wasip1

package renew

import "leaseplay/lesson"

func init() { Lesson.Source = source }

func source(variant string) lesson.Source {
	return contracts[variant].Source(Python+lesson.PythonStored+StoredSQL+lesson.PythonStoredEnd,
		Go+lesson.GoStored+StoredSQL+lesson.GoStoredEnd)
}

// Source returns texts that begin with Python and Go below, with the contract's
// parts.
func (k *Contract) Source(python, golang string) lesson.Source {
	return lesson.Source{Python: python, Go: golang, Parts: []lesson.Rule{{{SQL: k.Begin}}, k.Rule}}
}

// The contract in other languages, for the take-away; with BEGIN and the
// predicates for its two %.
const (
	Python = lesson.PythonIsInt + `def renew(connection, id, token, now, new_expiry):
    """Extend the claim if the token still holds it; True if it did."""
    if not is_int(id, 1, 1000) or not 1 <= len(token) <= 32:
        raise ValueError("claim fields")
    if not (is_int(now, 0, 1_000_000) and is_int(new_expiry, 0, 1_000_000)
            and now < new_expiry <= now + 10):
        raise ValueError("clock/extension bounds")
    with transaction(connection, "%"):
        cursor = connection.execute(
            """
            UPDATE job SET expiry = :new_expiry
            WHERE %
            """,
            {"id": id, "token": token, "now": now, "new_expiry": new_expiry})
    return cursor.rowcount == 1
`
	Go = `// renew extends the claim if the token still holds it, and tells whether it did.
func renew(c *sqlite3.Conn, id int64, token string, now, newExpiry int64) (bool, error) {
	if !between(id, 1, 1000) || !between(length(token), 1, 32) {
		return false, ValueError("claim fields")
	}
	if !between(now, 0, 1_000_000) || !between(newExpiry, 0, 1_000_000) ||
		newExpiry <= now || newExpiry > now+10 {
		return false, ValueError("clock/extension bounds")
	}
	changed, err := atomic(c, "%", ` + "`" + `
		UPDATE job SET expiry = :new_expiry
		WHERE %` + "`" + `,
		params{"id": id, "token": token, "now": now, "new_expiry": newExpiry})
	return changed == 1, err
}
`
)
