package lessontest

import (
	"slices"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// Try is a program of a lesson that meets a challenge, or only comes near it.
type Try struct {
	Challenge string // its name
	Program   func(l *lesson.Lesson) lesson.Program
}

// Challenges checks all challenges of a lesson: there are at least three, no
// preset meets any as it stands or with its ints written otherwise, each is met
// by its one solution, and those that take a mistake are met with it only. The
// near ones meet theirs not.
func Challenges(t *testing.T, l *lesson.Lesson, solutions, near []Try) {
	t.Helper()
	if len(l.Challenges) < 3 {
		t.Errorf("lesson %s has %d challenges, less than three", l.Name, len(l.Challenges))
	}
	for _, preset := range l.Programs {
		if met := done(t, l, preset.Program.Clone()); len(met) > 0 {
			t.Errorf("the program %s of %s does %v already", preset.Name, l.Name, met)
		}
		if met := done(t, l, spaced(l, preset.Program.Clone())); len(met) > 0 {
			t.Errorf("the program %s of %s with spaces around its ints does %v", preset.Name, l.Name, met)
		}
	}
	for _, c := range l.Challenges {
		if c.Name == "" || c.Title == "" || c.Hint == "" {
			t.Errorf("%s: %+v lacks a text", l.Name, c)
		}
		i := slices.IndexFunc(solutions, func(s Try) bool { return s.Challenge == c.Name })
		if i < 0 {
			t.Errorf("no solution of %s %s", l.Name, c.Name)
			continue
		}
		p := solutions[i].Program(l)
		if met := done(t, l, p); !slices.Contains(met, c.Name) {
			t.Errorf("%s: the solution of %q does %v", l.Name, c.Title, met)
		}
		if c.Mistake != (p.Variant != "") {
			t.Errorf("%s %s: Mistake is %t and the solution's variant %q", l.Name, c.Name, c.Mistake, p.Variant)
		}
		if c.Mistake {
			p.Variant = ""
			if met := done(t, l, p); slices.Contains(met, c.Name) {
				t.Errorf("%s %s: the right contract does it", l.Name, c.Name)
			}
		}
	}
	for _, s := range append(slices.Clone(solutions), near...) {
		if !slices.ContainsFunc(l.Challenges, func(c lesson.Challenge) bool { return c.Name == s.Challenge }) {
			t.Errorf("a program for %s %s, which there is not", l.Name, s.Challenge)
		}
	}
	for _, n := range near {
		if met := done(t, l, n.Program(l)); slices.Contains(met, n.Challenge) {
			t.Errorf("%s: a program that comes near %s does it", l.Name, n.Challenge)
		}
	}
}

// spaced puts a space before every int of a program.
func spaced(l *lesson.Lesson, p lesson.Program) lesson.Program {
	for i := range p.Row {
		if l.Columns[i].Type == sqlite.INTEGER && !p.Row[i].Null {
			p.Row[i].Text = " " + p.Row[i].Text
		}
	}
	for i := range p.Steps {
		for _, f := range l.Op(p.Steps[i].Op).Fields {
			if f.Kind == lesson.Integer {
				Set(&p, i, f.Name, " "+p.Steps[i].Input(f.Name))
			}
		}
	}
	return p
}

// done runs a program and returns the challenges that it meets.
func done(t *testing.T, l *lesson.Lesson, p lesson.Program) []string {
	t.Helper()
	out, err := l.Run(&p)
	if err != nil {
		t.Fatal(err)
	}
	return out.Done
}

// Edited is a lesson's default program with a variant and an edit; "" and nil
// are none.
func Edited(variant string, edit func(*lesson.Program)) func(*lesson.Lesson) lesson.Program {
	return func(l *lesson.Lesson) lesson.Program {
		p := l.Default()
		p.Variant = variant
		if edit != nil {
			edit(&p)
		}
		return p
	}
}

// Preset is one of a lesson's programs, with a variant.
func Preset(name, variant string) func(*lesson.Lesson) lesson.Program {
	return Changed(name, variant, func(*lesson.Program) {})
}

// Changed is Preset with an edit.
func Changed(name, variant string, edit func(*lesson.Program)) func(*lesson.Lesson) lesson.Program {
	return func(l *lesson.Lesson) lesson.Program {
		i := slices.IndexFunc(l.Programs, func(p lesson.Preset) bool { return p.Name == name })
		p := l.Programs[i].Program.Clone()
		p.Variant = variant
		edit(&p)
		return p
	}
}

// Set is an edit of one input of a program's step.
func Set(p *lesson.Program, step int, field, text string) {
	s := &p.Steps[step]
	s.Inputs = slices.Clone(s.Inputs)
	for i := range s.Inputs {
		if s.Inputs[i].Name == field {
			s.Inputs[i].Text = text
		}
	}
}
