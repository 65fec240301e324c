package sqlite

// Conn is a database connection with the statements it has prepared.
//
// https://sqlite.org/c3ref/sqlite3.html
type Conn struct {
	// Trace, if not nil, is told of every statement that Exec, Rows and
	// Transaction have run, after it ended.
	Trace func(Statement)

	db    db
	stmts []*stmt // a few: a search is quicker than a map, and fewer bytes to download
}

// OpenFlags are the flags of sqlite3_open_v2.
//
// https://sqlite.org/c3ref/c_open_autoproxy.html
type OpenFlags int32

// The flags a connection is opened with.
const (
	openReadWrite OpenFlags = 0x2
	openCreate    OpenFlags = 0x4
	openURI       OpenFlags = 0x40
)

// Open opens the database that a URI such as file:/tmp/job.db names, creating
// it where there is none. The busy timeout is 0: a lock that another
// connection holds is an error at once.
//
// https://sqlite.org/c3ref/open.html
func Open(uri string) (*Conn, error) {
	h, err := openDB(uri, openReadWrite|openCreate|openURI)
	if err != nil {
		return nil, err
	}
	return &Conn{db: h}, nil
}

// Close finalizes the statements and closes the connection; an open
// transaction is rolled back. It returns the first error.
//
// https://sqlite.org/c3ref/close.html
func (c *Conn) Close() error {
	var first error
	for _, s := range c.stmts {
		if err := s.finalize(); err != nil && first == nil {
			first = err
		}
	}
	c.stmts = nil
	if err := c.db.close(); err != nil && first == nil {
		first = err
	}
	return first
}

// Autocommit reports whether the connection is outside a transaction.
//
// https://sqlite.org/c3ref/get_autocommit.html
func (c *Conn) Autocommit() bool { return c.db.autocommit() }

// TxnState returns how far the connection's transaction has come.
//
// https://sqlite.org/c3ref/txn_state.html
func (c *Conn) TxnState() TxnState { return c.db.txnState() }

// Exec runs one statement to its end and returns how many rows an INSERT,
// UPDATE or DELETE changed, 0 for any other. Every named parameter of the
// statement must be among params; params may hold more.
func (c *Conn) Exec(sql string, params ...Param) (changes int64, err error) {
	_, changes, err = c.run(sql, params, false)
	return changes, err
}

// Rows runs one statement and returns all its rows.
func (c *Conn) Rows(sql string, params ...Param) ([][]Value, error) {
	rows, _, err := c.run(sql, params, true)
	return rows, err
}

// Transaction runs begin ("BEGIN IMMEDIATE"), body and COMMIT. When body or
// COMMIT fails it rolls back and returns that first error, so that nothing of
// the transaction stays and the connection can be used again.
//
// https://sqlite.org/lang_transaction.html
func (c *Conn) Transaction(begin string, body func() error) error {
	if _, err := c.Exec(begin); err != nil {
		return err
	}
	err := body()
	if err == nil {
		_, err = c.Exec("COMMIT")
	}
	if err != nil {
		c.Rollback()
	}
	return err
}

// Rollback ends the transaction, if one is still open: after some errors, a
// full disk among them, SQLite has rolled back by itself. It has no error to
// return: what made the caller roll back is what counts, and a connection
// that can't roll back does so when it is closed.
func (c *Conn) Rollback() {
	if !c.Autocommit() {
		c.db.uninterrupted(func() { _, _ = c.Exec("ROLLBACK") })
	}
}

// Immediate runs one statement as a transaction of its own that takes the
// write lock first: BEGIN IMMEDIATE, the statement, COMMIT. It returns how
// many rows changed; on an error nothing changed.
func (c *Conn) Immediate(sql string, params ...Param) (changes int64, err error) {
	return c.Atomic("BEGIN IMMEDIATE", sql, params...)
}

// Atomic is Immediate for a transaction that another statement begins, such as
// BEGIN, which takes no lock yet.
func (c *Conn) Atomic(begin, sql string, params ...Param) (changes int64, err error) {
	err = c.Transaction(begin, func() error {
		changes, err = c.Exec(sql, params...)
		return err
	})
	if err != nil {
		return 0, err
	}
	return changes, nil
}

// run steps a statement to its end. It leaves the statement reset, with no
// bindings, in the cache.
func (c *Conn) run(sql string, params []Param, want bool) (rows [][]Value, changes int64, err error) {
	s, err := c.prepare(sql)
	if err == nil {
		rows, changes, err = s.run(params, want)
	}
	if c.Trace != nil {
		c.Trace(Statement{SQL: sql, Params: params, Changes: changes, Err: err})
	}
	if s != nil {
		s.h.clearBindings()
	}
	return rows, changes, err
}

// prepare compiles sql, or takes it from the cache.
func (c *Conn) prepare(sql string) (*stmt, error) {
	for _, s := range c.stmts {
		if s.sql == sql {
			return s, nil
		}
	}
	h, err := c.db.prepare(sql)
	if err != nil {
		return nil, err
	}
	s := newStmt(c, h, sql)
	c.stmts = append(c.stmts, s)
	return s, nil
}
