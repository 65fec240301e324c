package lesson

import (
	"math"
	"strconv"

	"leaseplay/lesson/sqlite"
)

// maxID is the last id of a row that programs add rows behind: with no more
// than one a step, none of them comes to an id that SQLite chooses at random.
//
// https://sqlite.org/autoinc.html
const maxID = math.MaxInt64 - MaxSteps

// checkRow puts the program's row into the order of the lesson's columns and
// refuses what the table can't hold.
func (l *Lesson) checkRow(p *Program) error {
	if p.Row == nil && !l.EmptyTable {
		p.Row = append([]Cell(nil), l.Programs[0].Program.Row...)
	}
	if p.Row == nil {
		return nil
	}
	for i, cell := range p.Row {
		path := "row." + cell.Name
		if l.column(cell.Name) == nil {
			return &Error{UnknownField, path, "table " + l.Table + " has no column " + quote(cell.Name) +
				"; it has " + list(len(l.Columns), func(i int) string { return l.Columns[i].Name })}
		}
		if findCell(p.Row[:i], cell.Name) != nil {
			return &Error{BadValue, path, "the column " + cell.Name + " is given twice"}
		}
		if err := checkText(cell.Text, path); err != nil {
			return err
		}
	}
	row := make([]Cell, len(l.Columns))
	for i := range l.Columns {
		col := &l.Columns[i]
		path := "row." + col.Name
		cell := findCell(p.Row, col.Name)
		if cell == nil {
			return &Error{MissingField, path, "the row needs a value for column " + col.Name}
		}
		v, err := col.value(cell)
		if err != nil {
			return &Error{BadValue, path, err.Error()}
		}
		if l.EmptyTable && i == 0 && v.Int > maxID {
			return &Error{BadValue, path, "behind the last ids of all SQLite gives new rows random ones; this row's can be at most " + strconv.FormatInt(maxID, 10)}
		}
		row[i] = *cell
	}
	p.Row = row
	return nil
}

// value reads a cell as its column's type.
func (c *Column) value(cell *Cell) (sqlite.Value, error) {
	switch {
	case cell.Null && !c.Nullable:
		return sqlite.Value{}, &Error{BadValue, c.Name, "column " + c.Name + " can't be NULL"}
	case cell.Null:
		return sqlite.Null(), nil
	case c.Type == sqlite.INTEGER:
		n := ReadInt(cell.Text)
		if n.Kind == Fits {
			return sqlite.Int(n.N), nil
		}
		return sqlite.Value{}, &Error{BadValue, c.Name, "column " + c.Name + " needs an int of 64 bits, not " + quote(cell.Text)}
	}
	for s := cell.Text; s != ""; {
		r, n := nextRune(s)
		if sur, _ := sqlite.Surrogate(s); sur != 0 {
			return sqlite.Value{}, &Error{BadValue, c.Name, "column " + c.Name + " can't hold the lone surrogate " + escape(r)}
		}
		s = s[n:]
	}
	return sqlite.Text(cell.Text), nil
}

// insert stores the program's row in the fresh table.
func (l *Lesson) insert(c *sqlite.Conn, p *Program) error {
	if p.Row == nil {
		return nil
	}
	row := make(Row, len(l.Columns))
	for i := range l.Columns {
		v, err := l.Columns[i].value(&p.Row[i])
		if err != nil {
			return err
		}
		row[i] = v
	}
	return l.store(c, row)
}

// store inserts a row.
func (l *Lesson) store(c *sqlite.Conn, row Row) error {
	names, marks := "", ""
	params := make([]sqlite.Param, len(row))
	for i, v := range row {
		name := l.Columns[i].Name
		if i > 0 {
			names, marks = names+", ", marks+", "
		}
		names, marks = names+name, marks+":"+name
		params[i] = sqlite.Param{Name: ":" + name, Value: v}
	}
	_, err := c.Exec("INSERT INTO "+l.Table+"("+names+") VALUES ("+marks+")", params...)
	return err
}

func (l *Lesson) column(name string) *Column {
	for i := range l.Columns {
		if l.Columns[i].Name == name {
			return &l.Columns[i]
		}
	}
	return nil
}

func findCell(row []Cell, name string) *Cell {
	for i := range row {
		if row[i].Name == name {
			return &row[i]
		}
	}
	return nil
}
