package renew

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "last-tick", Title: "Renew at the last possible tick",
		Hint:  "At its expiry a claim has ended; one tick earlier it has not.",
		Shows: "renew: True", Field: "now", Is: lesson.OneLess, Column: 2},
	{Name: "still-held", Title: "Get False although the claim is held and nothing would be shortened",
		Hint:  "An expiry that stays where it is is no extension.",
		Shows: "renew: False by extension", Field: "new_expiry", Column: 2},
	{Name: "stale-wins", Title: "Make a stale worker win", Mistake: true,
		Hint:  "Which mistake leaves out what tells the workers apart?",
		Shows: "renew: True", Field: "token", Is: lesson.Other, Column: 1},
}
