//go:build !wasip1

package contention

import (
	"leaseplay/lesson"
	"leaseplay/lesson/renew"
)

func init() { Lesson.Source = source }

func source(variant string) lesson.Source {
	return contracts[variant].Source(renew.Python+`

def begin(connection):
    connection.execute("BEGIN IMMEDIATE")
    return connection.in_transaction


def begin_deferred(connection):
    connection.execute("BEGIN")
    return connection.in_transaction


def commit(connection):
    connection.execute("COMMIT")
    return connection.in_transaction


def rollback(connection):
    connection.execute("ROLLBACK")
    return connection.in_transaction
`+lesson.PythonStored+renew.StoredSQL+lesson.PythonStoredEnd, renew.Go+`
func begin(c *sqlite3.Conn) (bool, error) {
	err := c.Exec("BEGIN IMMEDIATE")
	return !c.GetAutocommit(), err
}

func begin_deferred(c *sqlite3.Conn) (bool, error) {
	err := c.Exec("BEGIN")
	return !c.GetAutocommit(), err
}

func commit(c *sqlite3.Conn) (bool, error) {
	err := c.Exec("COMMIT")
	return !c.GetAutocommit(), err
}

func rollback(c *sqlite3.Conn) (bool, error) {
	err := c.Exec("ROLLBACK")
	return !c.GetAutocommit(), err
}
`+lesson.GoStored+renew.StoredSQL+lesson.GoStoredEnd)
}
