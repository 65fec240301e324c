//go:build !wasip1

package check

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"leaseplay/wasm/engine"
)

// FuzzCheck checks and fixes any bytes.
func FuzzCheck(f *testing.F) {
	for _, p := range append(slices.Clone(pages), odd...) {
		if len(p.source) < 2000 {
			f.Add([]byte(p.text()), uint8(p.format))
		}
	}
	pool := NewPool(engine.Native())
	f.Fuzz(func(t *testing.T, source []byte, format uint8) {
		if len(source) <= 1<<14 {
			verify(t, pool, source, HTML+Format(format)%3)
		}
	})
}

// fragments are what pages are made of, and unmade.
var fragments = []string{
	"\n", "\n\n", "\r\n", "\n> ", "\n- ", "\n  ", "\n    ", " ", "\t", "x", "renewed: True", "*y*", "\\", "`", "\n```\n", "&amp;", "&#10;", "&lt",
	"<lease-playground lesson=\"renew\">", "<lease-playground\n lesson=requeue>", "<lease-playground lesson=renew now=x/>", "<LEASE-playground token=1 >",
	oddOpen, "</lease-playground>", "\n</lease-playground>\n", "<lease-playground lesson=\"renew\">\n<pre>a\n</pre>\n</lease-playground>\n",
	"<pre>", "\n<pre>", "</pre>", "</pre>\n", "<pre\nclass='>'>", "<code>", "</code>", "<b>", "</b>", "<p>", "</p>", "<div>", "</div>", "<table>", "<td>",
	"</table>", "<!--", "-->", "<script>", "</script>", "<svg>", "</svg>", "<![CDATA[", "]]>", "<template>", "</template>", "<select>", "<textarea>", "<?", "<!",
	"|a|\n|-|\n|", "# ", "---\n", "\ufeff", "\x00", "\xff", "<", ">", "\"", "'", "1. ", "[a]: <b>\n", "![", "](c)", "http://a.b", "~~~",
}

// FuzzFragments is FuzzCheck of pages made of fragments, a byte each.
func FuzzFragments(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		seed := make([]byte, 1+random.IntN(24))
		for i := range seed {
			seed[i] = byte(random.IntN(len(fragments)))
		}
		f.Add(seed, uint8(random.IntN(3)))
	}
	pool := NewPool(engine.Native())
	f.Fuzz(func(t *testing.T, data []byte, format uint8) {
		if len(data) > 100 {
			return
		}
		var source strings.Builder
		for _, b := range data {
			source.WriteString(fragments[int(b)%len(fragments)])
		}
		verify(t, pool, []byte(source.String()), HTML+Format(format)%3)
	})
}

// FuzzAttributes compares the attributes of start tags with those that the
// tokenizer finds, which leaves out all but the first of a name.
func FuzzAttributes(f *testing.F) {
	for _, s := range []string{
		"<a>", "<a b>", "<a b=c d='e' f=\"g\">", "<a/b/c=/>", "<a =b= =>", "<a b = c>", "<a b='>' B=2>", "<a b=&lt;&amp&quot c='&#39;\"'>",
		"<a\nb\t=\fc\r>", "<a b=\"'&#34;&copy=1\">", "<a \x00=\x00 \xff=\xff>", "<a b=>", "<a b=c/>", "<a b/=c>", "<a 'b'=\"c\"d>", "<a b=\"\r\n\r\">",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, tag []byte) {
		z := html.NewTokenizer(bytes.NewReader(tag))
		if k := z.Next(); k != html.StartTagToken && k != html.SelfClosingTagToken || len(z.Raw()) != len(tag) {
			return
		}
		got := attributes(tag)
		seen := map[string]bool{}
		for _, a := range got {
			if seen[a.name] {
				continue
			}
			seen[a.name] = true
			key, value, _ := z.TagAttr()
			if a.name != string(key) || a.text != string(value) {
				t.Fatalf("%q: got %q=%q, want %q=%q", tag, a.name, a.text, key, value)
			}
			if raw := tag[a.value:a.end]; undecode(raw, len(a.text)) > len(raw) || undecode(raw, 0) != 0 {
				t.Fatalf("%q: places of %q are outside of it", tag, a.name)
			}
		}
		if key, _, _ := z.TagAttr(); key != nil {
			t.Fatalf("%q: %q is missing in %+v", tag, key, got)
		}
	})
}
