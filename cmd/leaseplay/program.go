// The choice of a program, for the commands that take one on the command line.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
)

// programFlags are the flags that choose a program of a lesson and set fields
// of its first calls.
type programFlags struct {
	file, variant string
	fields        []string
	options       []string
}

func (p *programFlags) add(f *pflag.FlagSet) {
	f.StringVar(&p.file, "program", "", "take the program in a JSON `FILE` (- for standard input) instead of the lesson's default one")
	f.StringVar(&p.variant, "variant", "", "choose a classic mistake by its `NAME`")
}

// addFields makes a flag for every option and every field of every lesson: one of
// another lesson's is reported as such, so all are known before the lesson is.
func (p *programFlags) addFields(f *pflag.FlagSet) {
	for _, l := range lessons.All {
		for _, option := range l.Options {
			if f.Lookup(flagName(option.Name)) == nil {
				p.options = append(p.options, option.Name)
				f.String(flagName(option.Name), "", "choose the program's "+option.Name+": `CHOICE` is "+strings.Join(option.Choices, " or "))
			}
		}
		for _, op := range l.Ops {
			for _, field := range op.Fields {
				if f.Lookup(flagName(field.Name)) == nil {
					p.fields = append(p.fields, field.Name)
					f.String(flagName(field.Name), "", "set "+field.Name+" in the first call that has it, to this `TEXT`")
				}
			}
		}
	}
}

// setOption chooses an option of a program: whether the lesson has it is for
// Lesson.Check to say.
func setOption(p *lesson.Program, name, choice string) {
	for i := range p.Options {
		if p.Options[i].Name == name {
			p.Options[i].Text = choice
			return
		}
	}
	p.Options = append(p.Options, lesson.Input{Name: name, Text: choice})
}

// read returns the lesson that the arguments name and the program that the
// flags describe, checked.
func (p *programFlags) read(f *pflag.FlagSet, stdin io.Reader) (*lesson.Lesson, *lesson.Program, error) {
	if f.NArg() != 1 {
		return nil, nil, fmt.Errorf("name one lesson: %s", lessons.Names())
	}
	l, err := lessons.Find(f.Arg(0))
	if err != nil {
		return nil, nil, errors.New(strings.TrimPrefix(err.Error(), "lesson: "))
	}
	program := l.Default()
	if p.file != "" {
		read, err := readProgram(p.file, stdin)
		if err != nil {
			return nil, nil, fmt.Errorf("--program %s: %w", p.file, err)
		}
		if read.Lesson != l.Name {
			return nil, nil, fmt.Errorf("--program %s: its lesson is %q, not %q", p.file, read.Lesson, l.Name)
		}
		program = *read
	}
	if f.Changed("variant") {
		program.Variant = p.variant
		if p.variant != "" && l.Variant(p.variant) == nil {
			return nil, nil, fmt.Errorf("--%w", l.Check(&program))
		}
	}
	if err := l.Check(&program); err != nil {
		if p.file != "" {
			err = fmt.Errorf("--program %s: %w", p.file, err)
		}
		return nil, nil, err
	}
	// What is wrong after a flag is set is wrong with the flag.
	checked := func(name string) error {
		var e *lesson.Error
		if err := l.Check(&program); errors.As(err, &e) {
			return fmt.Errorf("--%s: %s", flagName(name), e.Message)
		}
		return nil
	}
	for _, name := range p.options {
		if flag := f.Lookup(flagName(name)); flag.Changed {
			setOption(&program, name, flag.Value.String())
			if err := checked(name); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, name := range p.fields {
		if flag := f.Lookup(flagName(name)); flag.Changed {
			if err := l.SetFirst(&program, name, flag.Value.String()); err != nil {
				return nil, nil, fmt.Errorf("--%s: no step of this program has a field %s", flagName(name), name)
			}
			if err := checked(name); err != nil {
				return nil, nil, err
			}
		}
	}
	return l, &program, nil
}

func flagName(field string) string { return strings.ReplaceAll(field, "_", "-") }

func readProgram(file string, stdin io.Reader) (*lesson.Program, error) {
	var text []byte
	var err error
	if file == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	return lesson.ParseProgram(withoutMark(text))
}
