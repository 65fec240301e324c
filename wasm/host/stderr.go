// What an instance writes to stderr.

package host

import (
	"io"
	"strings"
)

const stderrMax = 64 << 10 // bytes kept of a call

// stderr keeps the beginning of what is written, where a panic says what
// happened, and passes all of it on.
type stderr struct {
	kept []byte
	tee  io.Writer // may be nil
}

func (s *stderr) Write(p []byte) (int, error) {
	s.kept = append(s.kept, p[:min(len(p), stderrMax-len(s.kept))]...)
	if s.tee != nil {
		return s.tee.Write(p)
	}
	return len(p), nil
}

func (s *stderr) reset() { s.kept = s.kept[:0] }

// firstLine returns the first line of text that isn't empty.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	return strings.TrimRight(line, "\r")
}
