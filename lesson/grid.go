package lesson

import (
	"strconv"

	"leaseplay/lesson/sqlite"
)

// Grid is what a lesson gives for its decision map: the two number fields it
// spans, and the contract's answer for a pair of their values.
type Grid struct {
	Op   string // the operation it maps
	X, Y string // the fields across and up: "now", "new_expiry"
	// What a figure draws of the contract's bounds: both fields are 0 to Max,
	// and Y is 1 to Window after X.
	Max, Window int64
	// Answer returns the function that calls the contract of a variant with
	// the step's other inputs.
	Answer func(variant string, step *Step) func(c *sqlite.Conn, x, y Int) (bool, error)
}

// Answer is what a contract answers in one cell of a decision map.
type Answer byte

// The answers.
const (
	AnswerFalse Answer = iota
	AnswerTrue
	AnswerValueError
	AnswerError // any other exception
)

// Area is the part of a decision map that is asked for: cols columns from x
// on and rows rows from y on, in steps of one unit.
type Area struct {
	X, Y       int64
	Cols, Rows int
}

// MaxCells is the most cells that one decision map has.
const MaxCells = 10_000

// DecisionMap answers every cell of an area with the real contract, for the
// row as the step at index i of p finds it: row by row from (X, Y) on, each
// cell as a and, under a variant, what the right contract answers. Each cell
// begins with the same row, in a database in memory.
//
// The error is an *Error: p's, or BadValue for a step that has no map or an
// area of no size or over MaxCells.
func (l *Lesson) DecisionMap(p *Program, i int, area Area) (answers, right []Answer, err error) {
	if err := l.Check(p); err != nil {
		return nil, nil, err
	}
	if l.Grid == nil || i < 0 || i >= len(p.Steps) || p.Steps[i].Op != l.Grid.Op {
		return nil, nil, &Error{BadValue, "step", "step " + strconv.Itoa(i) + " has no decision map"}
	}
	if area.Cols < 1 || area.Rows < 1 || area.Cols > MaxCells || area.Rows > MaxCells/area.Cols {
		return nil, nil, &Error{BadValue, "area", "a decision map has 1 to " + strconv.Itoa(MaxCells) + " cells"}
	}
	row, err := l.rowBefore(p, i)
	if err != nil {
		return nil, nil, err
	}
	c, err := sqlite.Open(sqlite.Memory())
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	m := mapper{l, c, row}
	if _, err := c.Exec(l.Schema); err != nil {
		return nil, nil, err
	}
	if err := l.store(c, row); err != nil {
		return nil, nil, err
	}
	if answers, err = m.answers(p.Variant, &p.Steps[i], area); err == nil && p.Variant != "" {
		right, err = m.answers("", &p.Steps[i], area)
	}
	return answers, right, err
}

type mapper struct {
	lesson *Lesson
	conn   *sqlite.Conn
	row    Row
}

func (m *mapper) answers(variant string, step *Step, area Area) ([]Answer, error) {
	call := m.lesson.Grid.Answer(variant, step)
	out := make([]Answer, 0, area.Cols*area.Rows)
	for r := range area.Rows {
		y := beyond(area.Y, r)
		for col := range area.Cols {
			changed, err := call(m.conn, beyond(area.X, col), y)
			a := AnswerFalse
			if _, refused := err.(*ValueError); refused {
				a = AnswerValueError
			} else if err != nil {
				a = AnswerError
			} else if changed {
				a = AnswerTrue
				if err := m.restore(); err != nil {
					return nil, err
				}
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// beyond returns the int that is d after n, which may be past 64 bits.
func beyond(n int64, d int) Int {
	if sum := n + int64(d); sum >= n {
		return Int{N: sum, Kind: Fits}
	}
	return Int{Kind: TooBig}
}

// restore puts the row back after a call that changed it.
func (m *mapper) restore() error {
	if _, err := m.conn.Exec("DELETE FROM " + m.lesson.Table); err != nil {
		return err
	}
	return m.lesson.store(m.conn, m.row)
}

// rowBefore returns the row that the step at index i finds.
func (l *Lesson) rowBefore(p *Program, i int) (Row, error) {
	before := p.Clone()
	before.Steps = before.Steps[:i]
	if i == 0 {
		row := make(Row, len(l.Columns))
		for k := range l.Columns {
			row[k], _ = l.Columns[k].value(&p.Row[k]) // Check has read it
		}
		return row, nil
	}
	db, err := sqlite.Create()
	if err != nil {
		return nil, err
	}
	out, err := l.run(db, &before, nil)
	if rerr := db.Remove(); err == nil {
		err = rerr
	}
	if err != nil {
		return nil, err
	}
	last := &out.Steps[i-1]
	rows := last.Rows
	for _, v := range last.Views {
		if v.Connection == p.Steps[i].Connection {
			rows = v.Rows
		}
	}
	if len(rows) == 0 {
		return nil, &Error{BadValue, "step", "step " + strconv.Itoa(i) + " finds no row to map"}
	}
	return rows[0], nil
}
