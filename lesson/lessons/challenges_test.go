// What every lesson has of challenges. Their solutions are in the lessons' own
// folders.

//go:build !wasip1

package lessons_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
)

// TestChallengesAreTried sees that each lesson's folder has the test that tries
// its challenges.
func TestChallengesAreTried(t *testing.T) {
	for _, l := range lessons.All {
		file := filepath.Join("..", l.Name, "challenges_test.go")
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "lessontest.Challenges(t, Lesson,") {
			t.Errorf("%s doesn't call lessontest.Challenges: %v", file, err)
		}
	}
}

// TestChallengesCross has what was met in both forms of an outcome.
func TestChallengesCross(t *testing.T) {
	l, err := lessons.Find("renew")
	if err != nil {
		t.Fatal(err)
	}
	p := lessontest.Edited("", func(p *lesson.Program) { lessontest.Set(p, 0, "now", "9") })(l)
	out, err := l.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	var w lesson.Writer
	w.Outcome(out)
	r := lesson.Reader{Bytes: w.Bytes}
	if got := r.Outcome().Done; r.Bad || len(r.Bytes) != 0 || !slices.Equal(got, []string{"last-tick"}) {
		t.Errorf("over the wire the run does %v", got)
	}
	if json := string(l.JSON(out)); !strings.HasSuffix(json, `,"done":["last-tick"]}`) {
		t.Errorf("the JSON ends with %s", json[max(0, len(json)-60):])
	}
}
