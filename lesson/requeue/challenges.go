package requeue

import "leaseplay/lesson"

// challenges are for readers of this lesson.
var challenges = []lesson.Challenge{
	{Name: "last-tick", Title: "Keep the job at the last tick of its lease",
		Hint:  "Here an equal value is still valid.",
		Shows: "by expired", Field: "now", Column: 2},
	{Name: "no-end", Title: "Give the job a lease that never passes",
		Hint:  "A comparison with NULL never holds.",
		Shows: "by NULL expired"},
	{Name: "twice", Title: "Let a second sweep find no claim to end any more",
		Hint:  "Sweep once more, at any later time.",
		Shows: "by state", After: "=requeued"},
	{Name: "too-early", Title: "Hand the job out while its lease still holds", Mistake: true,
		Hint:  "The mistake is wrong at one tick only.",
		Shows: "=requeued", Field: "now", Column: 2},
}
