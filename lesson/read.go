package lesson

import "leaseplay/lesson/sqlite"

// Read runs a SELECT for a single value through the step's connection and
// gives the reason why it sees what it sees, from what SQLite tells of the
// connections' transactions. The value is NULL if there is no row.
func (c *Call) Read(sql string) (sqlite.Value, error) {
	before := c.Conn.TxnState()
	v, err := first(c.Conn, sql)
	if err != nil {
		return v, err
	}
	switch state := c.Conn.TxnState(); {
	case state == sqlite.TxnWrite:
		c.Reason("this connection's own transaction holds the write lock: no other can commit a change before it ends")
	case state == sqlite.TxnNone && c.writing():
		c.Reason("the SELECT reads what is committed: the write lock that another connection holds keeps nobody from reading")
	case state == sqlite.TxnNone:
		c.Reason("the SELECT reads what is committed and changes nothing")
	case before == sqlite.TxnNone:
		c.Reason("the first read of this connection's transaction: what is committed now is what the transaction will see until it ends")
	default:
		now, err := first(c.session.observer, sql)
		switch {
		case err != nil:
			c.Missed(err)
		case now == v:
			c.Reason("this connection's transaction sees what was committed when it first read, and that is still what is committed")
		default:
			c.Reason("this connection's transaction began to read before the change to " + literal(now) + " was committed: until it ends it sees the database as it was then")
		}
	}
	return v, nil
}

// writing reports whether any connection holds the write lock.
func (c *Call) writing() bool {
	for _, other := range c.session.conns {
		if other.TxnState() == sqlite.TxnWrite {
			return true
		}
	}
	return false
}

func first(c *sqlite.Conn, sql string) (sqlite.Value, error) {
	v := sqlite.Null()
	rows, err := c.Rows(sql)
	if err == nil && len(rows) > 0 {
		v = rows[0][0]
	}
	return v, err
}
