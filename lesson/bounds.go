package lesson

import "strconv"

// Bound is a condition on a call's inputs that a contract checks before BEGIN.
type Bound struct {
	name, base string
	kind       boundKind
	v, from    Int
	text       string
	lo, hi     int64
}

type boundKind uint8

const (
	between boundKind = iota
	length
	window
)

// Between is the bound lo <= v <= hi.
func Between(name string, v Int, lo, hi int64) Bound {
	return Bound{name: name, kind: between, v: v, lo: lo, hi: hi}
}

// Length is the bound that a text has lo to hi code points.
func Length(name, text string, lo, hi int64) Bound {
	return Bound{name: name, kind: length, text: text, lo: lo, hi: hi}
}

// Window is the bound base < v <= base+size. It holds nothing against inputs
// that are no ints of 64 bits: Between does.
func Window(name string, v Int, base string, from Int, size int64) Bound {
	return Bound{name: name, kind: window, v: v, base: base, from: from, hi: size}
}

// Holds reports whether the bound is kept.
func (b *Bound) Holds() bool {
	switch b.kind {
	case length:
		n := int64(len(b.text))
		if n > b.hi || n < b.lo { // bytes decide only where they must
			n = int64(Len(b.text))
		}
		return b.lo <= n && n <= b.hi
	case window:
		if b.v.Kind != Fits || b.from.Kind != Fits {
			return true
		}
		d := b.v.N - b.from.N
		return 0 < d && d <= b.hi
	}
	return b.v.In(b.lo, b.hi)
}

// Condition returns the bound as Python would have it: "0 <= now <= 1000000".
func (b *Bound) Condition() string {
	lo, hi := strconv.FormatInt(b.lo, 10), strconv.FormatInt(b.hi, 10)
	switch b.kind {
	case length:
		return lo + " <= len(" + b.name + ") <= " + hi
	case window:
		return b.base + " < " + b.name + " <= " + b.base + " + " + hi
	}
	return lo + " <= " + b.name + " <= " + hi
}

// Values returns the condition with the inputs in place: "0 <= 5 <= 1000000".
func (b *Bound) Values() string {
	lo, hi := strconv.FormatInt(b.lo, 10), strconv.FormatInt(b.hi, 10)
	switch b.kind {
	case length:
		return lo + " <= " + strconv.Itoa(Len(b.text)) + " <= " + hi
	case window:
		return b.from.show() + " < " + b.v.show() + " <= " + b.from.show() + " + " + hi
	}
	return lo + " <= " + b.v.show() + " <= " + hi
}

// Broken says in one sentence how the bound is broken.
func (b *Bound) Broken() string {
	lo, hi := strconv.FormatInt(b.lo, 10), strconv.FormatInt(b.hi, 10)
	switch {
	case b.kind == length:
		return b.name + " has " + plural(Len(b.text), "code point") + "; it must have " + lo + " to " + hi
	case b.kind == window && b.v.N <= b.from.N:
		return b.name + " " + b.v.show() + " is not greater than " + b.base + " " + b.from.show()
	case b.kind == window:
		return b.name + " " + b.v.show() + " is greater than " + b.base + " " + b.from.show() + " plus " + hi
	case b.v.Kind == NotInt:
		return b.name + " " + quote(b.v.Text) + " is not an int as Python reads one, so its type is wrong"
	case b.v.Kind == TooBig:
		return b.name + " " + clip(b.v.Text, 24) + " is an int outside " + lo + " to " + hi
	}
	return b.name + " " + b.v.show() + " is outside " + lo + " to " + hi
}

// show returns the int in decimal, or the text that is none in quotes.
func (i Int) show() string {
	switch i.Kind {
	case Fits:
		if i.Made != "" {
			return strconv.FormatInt(i.N, 10) + " (" + i.Made + ")"
		}
		return strconv.FormatInt(i.N, 10)
	case TooBig:
		return clip(i.Text, 24)
	}
	return quote(i.Text)
}

// ValueError is a contract's refusal of its inputs, before BEGIN: the Python
// exception of that name.
type ValueError struct {
	Message string // "claim fields"
	Bounds  []Bound
}

func (e *ValueError) Error() string { return e.Message }

// Require returns a *ValueError with that message unless every bound holds.
func Require(message string, bounds ...Bound) error {
	for i := range bounds {
		if !bounds[i].Holds() {
			return &ValueError{Message: message, Bounds: append([]Bound(nil), bounds...)}
		}
	}
	return nil
}
