package boundary

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "move-gap", Title: "Move the gap to tick 20",
		Hint:  "It is at the expiry of the row.",
		Shows: "now=20 renew: False requeue: False", Stored: "claimed", StoredIn: 2, Field: "now", Column: 3},
	{Name: "nobody", Title: "Let nobody act after the expiry either",
		Hint:  "A sweep requeues only what is claimed.",
		Shows: "renew: False requeue: False", Field: "now", Is: lesson.Greater, Column: 3},
	{Name: "overlap", Title: "Let both act at the expiry itself", Mistake: true,
		Hint:  "One inclusive comparison only closes the gap.",
		Shows: "renew: True requeue: True", Field: "now", Column: 3},
}
