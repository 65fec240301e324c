package lesson

import "leaseplay/lesson/sqlite"

// record is what SQLite was told in a run: the statements that prepared the
// database, and those of each step.
type record struct {
	setup, now []ran
	steps      [][]ran
	apart      bool // a step left a transaction open, or ran on two connections
}

// ran is one statement.
type ran struct {
	sqlite.Statement
	conn int // the number of the connection
}

// add writes a statement down.
func (r *record) add(conn int, st sqlite.Statement) {
	if r == nil {
		return
	}
	if len(r.now) > 0 && r.now[0].conn != conn {
		r.apart = true
	}
	r.now = append(r.now, ran{st, conn})
}

// begin ends the setup.
func (r *record) begin() {
	if r != nil {
		r.setup, r.now = r.now, nil
	}
}

// step ends a step.
func (r *record) step(conns []*sqlite.Conn) {
	if r == nil {
		return
	}
	for _, c := range conns {
		if !c.Autocommit() {
			r.apart = true
		}
	}
	r.steps, r.now = append(r.steps, r.now), nil
}
