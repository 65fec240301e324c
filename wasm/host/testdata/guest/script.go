//go:build wasip1

// The scripts: a call a line, its arguments apart by spaces and quoted as in
// Go where they hold any. The answer has a line for each.

package main

import (
	"strconv"
	"strings"
	"unsafe"
)

// handles are the variables of scripts. They last as long as the instance.
var handles = map[string]uint32{}

// line is a call: its name, then its arguments.
type line []string

func runScript(script string) string {
	var out []string
	for _, text := range strings.Split(script, "\n") {
		out = append(out, call(split(text)))
	}
	return strings.Join(out, "\n")
}

// split cuts a line into its words.
func split(text string) (l line) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			word, err := strconv.Unquote(quoted)
			if err != nil {
				panic("script: " + quoted)
			}
			l, text = append(l, word), text[len(quoted):]
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		l, text = append(l, word), rest
	}
	return l
}

// num returns argument i as a number; def where the line ends before it.
func (l line) num(i int, def int64) int64 {
	if i >= len(l) {
		return def
	}
	n, err := strconv.ParseInt(l[i], 0, 64)
	if err != nil {
		panic("script: " + err.Error())
	}
	return n
}

func (l line) i32(i int) int32 { return int32(l.num(i, 0)) }

// handle returns argument i as a handle: a variable's, or the number itself.
func (l line) handle(i int) uint32 {
	if h, ok := handles[l[i]]; ok {
		return h
	}
	return uint32(l.num(i, 0))
}

// read calls an import that returns text, once, with a buffer of as many
// bytes as argument i says (256 if it says nothing). It answers the length
// that the import returned and what is in the buffer, which begins as dots.
func (l line) read(i int, get func(buf unsafe.Pointer, size int32) int32) string {
	size := int(l.num(i, 256))
	buf := []byte(strings.Repeat(".", size+1))
	n := get(unsafe.Pointer(&buf[0]), int32(size))
	if buf[size] != '.' {
		return "wrote past the buffer"
	}
	return strconv.Itoa(int(n)) + " " + strconv.Quote(string(buf[:min(int(n), size)]))
}

func i32(n int32) string { return strconv.Itoa(int(n)) }
func i64(n int64) string { return strconv.FormatInt(n, 10) }

// misbehave runs the calls that kill the instance, and a few that only look
// at it.
func misbehave(l line) string {
	switch l[0] {
	case "panic":
		panic(l[1])
	case "exit":
		proc_exit(l.i32(1))
	case "stderr":
		print(l[1])
		return "0"
	case "spin":
		print("spinning")
		for n := 0; ; n++ {
			spun = n
		}
	case "fill":
		for {
			filled = append(filled, make([]byte, 1<<20))
		}
	case "recurse":
		return strconv.Itoa(recurse(1))
	case "write_outside": // a buffer that no memory of this size has
		return i32(sqlite3_errmsg(l.handle(1), unsafe.Add(nil, l.num(2, 0)), l.i32(3)))
	case "read_outside":
		return i32(vfs_delete(unsafe.String((*byte)(unsafe.Add(nil, l.num(1, 0))), int(l.num(2, 0)))))
	case "calls":
		return strconv.Itoa(calls)
	default:
		panic("script: no " + l[0])
	}
	return ""
}

var (
	spun   int
	filled [][]byte
)

func recurse(n int) int {
	var frame [16 << 10]byte // so that it doesn't take long
	frame[n%len(frame)] = byte(n)
	return recurse(n+1) + int(frame[n%1000])
}
