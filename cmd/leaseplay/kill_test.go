// Kills `leaseplay eval --keep` and looks at the files it leaves behind.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/lessons"
	"leaseplay/lesson/lessontest"
	"leaseplay/lesson/sqlite"
)

var kills = flag.Int("kills", 30, "how often TestKill kills the command")

// TestKill kills the command with SIGKILL while it runs programs on files. A
// program whose outcome was printed is stored to its last step; any other's
// file has the state after some step of it, or before the first, and is whole.
//
// In which program the signal goes out is drawn from a seed, and so is how many
// times its file is looked at before; in which step that is, is up to the
// machine, and no matter to the check.
func TestKill(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 3))
	programs := killPrograms()
	var in bytes.Buffer
	states := make([][]string, len(programs)) // after each step, the first before all
	for i := range programs {
		line, err := json.Marshal(&programs[i])
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
		states[i] = statesOf(t, &programs[i])
	}
	cut := 0
	for n := range *kills {
		dir := keepDir(t)
		printed := evalAndKill(t, dir, in.Bytes(), 1+random.IntN(len(programs)), 1+random.IntN(4000))
		for i := range programs {
			path := filepath.Join(dir, strconv.Itoa(i+1)+".db")
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && i >= printed {
				continue
			}
			hot := exists(path + "-journal")
			got, err := lessontest.Stored(sqlite.FileURI(path), lessonOf(t, &programs[i]))
			if err != nil {
				t.Fatalf("kill %d: %d.db, %d printed: %v", n, i+1, printed, err)
			}
			last := len(states[i]) - 1
			switch at := slices.Index(states[i], got); {
			case i < printed && got != states[i][last]:
				t.Errorf("kill %d: %d.db was printed and has\n%snot\n%s", n, i+1, got, states[i][last])
			case at < 0 && got != "" && got != lessontest.NoTable:
				t.Errorf("kill %d: %d.db has what no step leaves:\n%s", n, i+1, got)
			case i >= printed && (hot || at >= 0 && got != states[i][last]):
				cut++
			}
		}
	}
	t.Logf("%d programs were cut short by %d kills", cut, *kills)
	if cut < *kills/10 {
		t.Errorf("only %d programs were cut short by %d kills", cut, *kills)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// keepDir makes a folder, in memory where a Linux has a place for that: what a
// killed process has written is there all the same.
func keepDir(t *testing.T) string {
	t.Helper()
	parent := ""
	if st, err := os.Stat("/dev/shm"); err == nil && st.IsDir() {
		parent = "/dev/shm"
	}
	dir, err := os.MkdirTemp(parent, "leaseplay-kill-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// killPrograms has one of every lesson but boundary, and two of contention's:
// with a rollback journal and with a log. Most are long, and each step of them
// that stores something stores something else. TestCrashes, of lesson/lessons,
// has a crash before each call; what there is to see here is that the command's
// own files are of that kind.
func killPrograms() (programs []lesson.Program) {
	for _, l := range lessons.All {
		p := lesson.Program{Lesson: l.Name}
		switch l.Name {
		case "renew", "contention":
			for i := range 40 {
				p.Steps = append(p.Steps, step("renew", "id", "41", "token", "claim-a", "now", strconv.Itoa(i+5), "new_expiry", strconv.Itoa(i+11)))
			}
		case "replay":
			for i := range 40 {
				p.Steps = append(p.Steps, step("submit", "request", strconv.Itoa(i), "payload", strings.Repeat("\U0001f9ed", 200)))
			}
		case "delivery":
			for i := range 20 {
				p.Steps = append(p.Steps, step("commit", "body", strconv.Itoa(i)+strings.Repeat("x", 190)), step("send", "outcome", "ok"))
			}
		case "boundary":
			continue // its step is several transactions, and has states of its own between them: see TestCrashes
		default:
			p = l.Default()
		}
		programs = append(programs, p)
		if l.Name == "contention" {
			p.Options = []lesson.Input{{Name: "journal", Text: "wal"}}
			programs = append(programs, p)
		}
	}
	return programs
}

func step(op string, fields ...string) lesson.Step {
	s := lesson.Step{Op: op}
	for i := 0; i < len(fields); i += 2 {
		s.Inputs = append(s.Inputs, lesson.Input{Name: fields[i], Text: fields[i+1]})
	}
	return s
}

func lessonOf(t *testing.T, p *lesson.Program) *lesson.Lesson {
	t.Helper()
	l, err := lessons.Find(p.Lesson)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// statesOf returns what is stored before the first step of a program and after
// each.
func statesOf(t *testing.T, p *lesson.Program) []string {
	t.Helper()
	run := p.Clone()
	out, err := lessonOf(t, p).Run(&run)
	if err != nil {
		t.Fatal(err)
	}
	states := []string{lessontest.Show(out.Steps[0].Before)}
	for _, so := range out.Steps {
		if so.Raised != nil || so.Locked != nil {
			t.Fatalf("%s: %+v", p.Lesson, so)
		}
		states = append(states, lessontest.Show(so.Rows))
	}
	return states
}

// evalAndKill runs the command on programs, kills it when there is the file of
// one of them and was looked at so many times, and returns how many outcomes
// had been printed by then.
func evalAndKill(t *testing.T, dir string, programs []byte, program, looks int) (printed int) {
	t.Helper()
	cmd := exec.Command("leaseplay", "eval", "--keep", dir)
	var out, errs bytes.Buffer
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = stdin.Write(programs) }() // and no end, so that the command is there to be killed
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for file := filepath.Join(dir, strconv.Itoa(program)+".db"); looks > 0; {
		if exists(file) {
			looks--
		}
		select {
		case err := <-ended:
			t.Fatalf("the command was to be killed in program %d, but it ended with %v\n%s", program, err, &errs)
		default:
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := <-ended; cmd.ProcessState.Exited() || errs.Len() > 0 {
		t.Fatalf("the command was killed in program %d, but it ended with %v\n%s", program, err, &errs)
	}
	return bytes.Count(out.Bytes(), []byte("\n"))
}
