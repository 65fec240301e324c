package contention

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "commit-refused", Title: "Have COMMIT itself refused",
		Hint:  "In journal mode delete, a reader inside a transaction is enough.",
		Shows: "renew: refused COMMIT"},
	{Name: "two-expiries", Title: "Read an expiry that is no longer the stored one",
		Hint:  "With a write-ahead log a reader keeps what it began with.",
		Shows: "stored", Field: "value", Is: lesson.Other, Column: 2},
	{Name: "update-refused", Title: "Have the UPDATE refused, not BEGIN", Mistake: true,
		Hint:  "The mistake prints the same lines: look at the statements.",
		Shows: "refused UPDATE"},
}
