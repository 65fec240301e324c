package delivery

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "three-copies", Title: "Let the receiver see one message three times",
		Hint:  "Each lost reply costs one more copy.",
		Shows: "saw 3, distinct 1"},
	{Name: "ghost", Title: "Deliver a message that was never stored", Mistake: true,
		Hint:  "Send before COMMIT, and lose the reply.",
		Shows: "absent, receiver saw 1"},
	{Name: "lost", Title: "Mark a message sent that nobody received", Mistake: true,
		Hint:  "Mark it first, and be refused.",
		Shows: ": sent, receiver saw 0"},
}
