package lesson

import "leaseplay/lesson/sqlite"

// Lesson is one contract with all that the page, the command and the tests
// need to know of it. A lesson is a value of this type in a package of its own.
type Lesson struct {
	Name    string // "renew", as programs name it
	Title   string
	Summary string // one sentence
	Figure  string // which figure of the page suits it; "" for none

	Schema      string   // the CREATE TABLE statement
	Table       string   // the table whose rows outcomes show
	Columns     []Column // its columns, and so the fields of a program's row
	EmptyTable  bool     // programs start from no row
	Connections []string // the first one is a step's unless it names another

	Options  []Field // choices for a whole program, such as the journal mode
	Ops      []Op    // what a step can do
	Programs []Preset
	Variants []Variant

	Challenges []Challenge

	Grid *Grid // the decision map, nil for none

	// Setup, if not nil, prepares the fresh database further.
	Setup func(c *sqlite.Conn, p *Program) error
	// State, if not nil, makes what a run keeps outside the database.
	State func() any

	Source func(variant string) Source // the contract in other languages, for the take-away
}

// Column is a column of a lesson's table.
type Column struct {
	Name     string
	Type     sqlite.Type // INTEGER or TEXT
	Nullable bool
	Choices  []string // what the page offers for a TEXT column; a program may store others
}

// Kind is what a field takes.
type Kind string

// The kinds of fields. A reader's text is kept as typed; the lesson reads it.
const (
	Integer Kind = "int"    // an int as Python reads it, see ReadInt
	Token   Kind = "token"  // text that tells claims apart
	Text    Kind = "text"   // other text
	Choice  Kind = "choice" // one of Choices
)

// Field is an input of an operation, or an option of a program.
type Field struct {
	Name    string // "new_expiry"
	Label   string // "new expiry"; the name if empty
	Kind    Kind
	Choices []string // for Choice
	Default string   // what a new step begins with
}

// Op is an operation that a step can name.
type Op struct {
	Name   string
	Label  string // what a new step is labelled
	Help   string // what it does, in a few words
	Fields []Field
	// Run does it and returns the value to print, as Python prints it.
	Run func(*Call) (value string, err error)
}

// Preset is a program with a title. A lesson's first one is its default.
type Preset struct {
	Name    string
	Title   string
	Program Program
}

// Variant is a classic mistake: the lesson with one thing changed.
type Variant struct {
	Name   string
	Title  string // "no token predicate"
	Says   string // one sentence: what it lets through
	Schema string // in place of the lesson's, if not empty
}

// Default returns a copy of the lesson's default program.
func (l *Lesson) Default() Program { return l.Programs[0].Program.Clone() }

// Op returns the operation of that name, or nil.
func (l *Lesson) Op(name string) *Op {
	for i := range l.Ops {
		if l.Ops[i].Name == name {
			return &l.Ops[i]
		}
	}
	return nil
}

// Variant returns the variant of that name, or nil.
func (l *Lesson) Variant(name string) *Variant {
	for i := range l.Variants {
		if l.Variants[i].Name == name {
			return &l.Variants[i]
		}
	}
	return nil
}

// field returns the operation's field of that name, or nil.
func (o *Op) field(name string) *Field { return findField(o.Fields, name) }

func findField(fields []Field, name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}
