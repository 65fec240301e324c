//go:build !wasip1

// What can be wrong with an element, and where.

package check

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"leaseplay/lesson"
)

// The codes of problems, beside those that package lesson has for programs.
const (
	ChangedOutput      lesson.Code = "changed-output"      // the program prints something else
	MissingFallback    lesson.Code = "missing-fallback"    // there is no <pre> inside the element
	CutFallback        lesson.Code = "cut-fallback"        // Markdown ends the HTML inside of the <pre>
	UnknownAttribute   lesson.Code = "unknown-attribute"   // neither the element's nor every element's
	DuplicateAttribute lesson.Code = "duplicate-attribute" // all but the first of a name don't count
	UnclosedElement    lesson.Code = "unclosed-element"    // the end tag is missing
	DroppedElement     lesson.Code = "dropped-element"     // the HTML parser drops the tag where it stands
	UnreadablePage     lesson.Code = "unreadable-page"     // the file can't be read as a page
)

// Problem is something wrong with an element or a file.
type Problem struct {
	Code    lesson.Code
	Offset  int // bytes into the file
	Line    int // from 1; 0 where the file as a whole has the problem
	Column  int // from 1, in code points
	Message string
	Diff    []string // of printed output: lines with ' ', '-' (in the file) or '+' (what is printed) before them

	// Fixed is set by Page.Fix. Unfixable tells why Fix leaves a wrong fallback;
	// it is "" for other problems, none of which Fix touches.
	Fixed     bool
	Unfixable string
}

// lines finds lines and columns in a file.
type lines struct {
	source []byte
	starts []int // of each line

	last, column int // the place asked for last, from which one behind it on its line is counted
}

func newLines(source []byte) *lines {
	l := &lines{source: source, starts: []int{0}}
	for i, c := range source {
		if c == '\n' || c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at returns line and column of the byte at that offset, both from 1.
func (l *lines) at(offset int) (line, column int) {
	line = sort.SearchInts(l.starts, offset+1)
	begin, column := l.starts[line-1], 1
	if l.column > 0 && begin <= l.last && l.last <= offset {
		begin, column = l.last, l.column
	} else if begin == 0 && bytes.HasPrefix(l.source[:offset], []byte("\ufeff")) {
		begin = len("\ufeff")
	}
	l.last, l.column = offset, column+utf8.RuneCount(l.source[begin:offset])
	return line, l.column
}
