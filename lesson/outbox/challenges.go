package outbox

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "late", Title: "Refuse an acknowledgement only because it is late",
		Hint:  "Nobody else has claimed the message, and its time is up.",
		Shows: "ack: False by lease"},
	{Name: "same-token", Title: "Refuse a claim although the time of the last one is up",
		Hint:  "Under one token nobody could tell the two apart.",
		Shows: "claim: False by token", Stored: "claimed", StoredIn: 2},
	{Name: "wrong-ack", Title: "Let a worker acknowledge what another one holds", Mistake: true,
		Hint:  "Which mistake doesn't look at the token?",
		Shows: "ack: True", Field: "token", Is: lesson.Other, Column: 3},
}
