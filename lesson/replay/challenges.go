package replay

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "second", Title: "Get a conflict about the second job",
		Hint:  "Each request has a payload of its own.",
		Shows: "conflict job=2 by"},
	{Name: "lost-race", Title: "Lose the race to insert, and still get the right answer",
		Hint:  "Let both connections check before either inserts.",
		Shows: "insert: replayed", Reason: lostRace},
	{Name: "two-jobs", Title: "Store two jobs for one request", Mistake: true,
		Hint:  "The same race, without a unique key.",
		Shows: "stored: 2", Wrong: true},
}
