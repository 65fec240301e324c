package sqlite

// Forget empties the cache of statements, for a benchmark of what it saves.
func (c *Conn) Forget() {
	for _, s := range c.stmts {
		_ = s.finalize()
	}
	c.stmts = nil
}
