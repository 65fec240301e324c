package lesson

// Predicate is one condition of a contract's WHERE clause.
type Predicate struct {
	Name string // names it in outcomes and to Rule.Without: "token"
	SQL  string // "token = :token"
	// False says in one sentence what it means that the predicate is not
	// true. {token} stands for the stored column, {:token} for the input.
	False string
}

// Rule is a WHERE clause: predicates that all have to be true. The statement
// that changes the row and the explanation of its answer are both made from
// it, and SQLite evaluates both.
type Rule []Predicate

// SQL returns the predicates joined by AND.
func (r Rule) SQL() string { return r.Join(" AND ") }

// Join returns the predicates with sep, which holds an AND, between them.
func (r Rule) Join(sep string) string {
	sql := ""
	for i, p := range r {
		if i > 0 {
			sql += sep
		}
		sql += p.SQL
	}
	return sql
}

// Without returns the rule less the named predicate: a classic mistake.
func (r Rule) Without(name string) Rule {
	var out Rule
	for _, p := range r {
		if p.Name != name {
			out = append(out, p)
		}
	}
	return out
}

// With returns the rule with p in place of the predicate of its name.
func (r Rule) With(p Predicate) Rule {
	out := append(Rule(nil), r...)
	for i := range out {
		if out[i].Name == p.Name {
			out[i] = p
		}
	}
	return out
}
