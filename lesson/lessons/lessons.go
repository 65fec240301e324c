// Package lessons lists the lessons. A new one is a folder beside this one and
// a line in All: the page, the command, the checks and the tests find it here.
package lessons

import (
	"leaseplay/lesson"
	"leaseplay/lesson/boundary"
	"leaseplay/lesson/contention"
	"leaseplay/lesson/delivery"
	"leaseplay/lesson/outbox"
	"leaseplay/lesson/renew"
	"leaseplay/lesson/replay"
	"leaseplay/lesson/requeue"
)

// All are the lessons, in the order in which the site shows them.
var All = []*lesson.Lesson{
	renew.Lesson,
	requeue.Lesson,
	boundary.Lesson,
	outbox.Lesson,
	replay.Lesson,
	contention.Lesson,
	delivery.Lesson,
}

// Find returns the lesson of that name. The error's code is
// lesson.UnknownLesson.
func Find(name string) (*lesson.Lesson, error) {
	for _, l := range All {
		if l.Name == name {
			return l, nil
		}
	}
	return nil, &lesson.Error{Code: lesson.UnknownLesson, Path: "lesson", Message: "there is no lesson " + lesson.Quote(name) + "; there are " + Names()}
}

// Names returns the lessons' names for a message: "renew, requeue".
func Names() string {
	names := ""
	for i, l := range All {
		if i > 0 {
			names += ", "
		}
		names += l.Name
	}
	return names
}
