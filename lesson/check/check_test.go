//go:build !wasip1

package check

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"leaseplay/wasm/engine"
)

const renewed = "renewed: True\nstale token: False\nno extension: False\nat expiry: False\nstored expiry: 15"

// page is a source to check; in it, $true stands for the renewal lesson's output.
type page struct {
	name   string
	format Format
	source string
	want   []string // LINE:COLUMN CODE, and what Fix makes of it: "fixed" or "left"
}

func (p page) text() string { return strings.ReplaceAll(p.source, "$true", renewed) }

const (
	open = `<lease-playground lesson="renew">`
	end  = `</lease-playground>`
)

var pages = []page{
	// What is true.
	{"plain", HTML, open + "<pre>$true</pre>" + end, nil},
	{"newline behind pre", HTML, open + "<pre>\n$true\n\n  </pre>" + end, nil},
	{"code", HTML, open + "<pre><code>$true\n</code></pre>" + end, nil},
	{"highlighted", HTML, open + "<pre><b>renewed</b>: True\n<i>stale token: False\nno extension: False\nat expiry: False\nstored expiry: 15</i></pre>" + end, nil},
	{"text around", HTML, "<div>" + open + "Output: <pre>$true</pre> <pre>other</pre>" + end + "</div>", nil},
	{"capitals", HTML, `<LEASE-Playground LESSON=renew VIEW=compact DATA-x onclick=""><PRE>$true</PRE></Lease-Playground>`, nil},
	{"entities", HTML, open + "<pre>renewed&#58; True&#10;stale token&colon; False\nno extension: False\nat expiry: False\nstored expiry: 15</pre>" + end, nil},
	{"line ends", HTML, strings.ReplaceAll(open+"\n<pre>\n$true\n</pre>\n"+end, "\n", "\r\n"), nil},
	{"first call", HTML, `<lease-playground program="{&quot;steps&quot;:[{&quot;op&quot;:&quot;stored&quot;}]}" lesson=renew><pre>10</pre>` + end, nil},
	{"program and first call", HTML, `<lease-playground now=20 program='{"lesson":"renew","steps":[{"op":"renew","id":"41","token":"claim-a","now":"5","new_expiry":"15"}]}' new-expiry=30><pre>False</pre>` + end, nil},
	{"xhtml", XHTML, `<?xml version="1.0"?><html><body><script src="x.js"/><br/>` + open + "<pre>$true</pre>" + end + "</body></html>", nil},
	{"svg around", HTML, `<svg><title>` + "x" + `</title><foreignObject>` + open + "<pre>$true</pre>" + end + "</foreignObject></svg>", nil},
	{"in a table", HTML, "<table><tr><td>" + open + "<pre>$true</pre>" + end + "</table>", nil},

	// What is no element.
	{"comment", HTML, "<!-- " + open + " -->", nil},
	{"script", HTML, "<script>'" + open + "'</script><style>" + open + "</style>", nil},
	{"escaped script", HTML, "<script><!--<script></script>" + open + "--></script>", nil},
	{"texts", HTML, "<title>" + open + "</title><textarea>" + open + "</textarea><noscript>" + open + "</noscript><iframe>" + open + "</iframe>", nil},
	{"template", HTML, "<template>" + open + "</template>", nil},
	{"attribute", HTML, `<a title='` + open + `' b=<lease-playground>x</a>`, nil},
	{"another name", HTML, "<lease-playgrounds></lease-playgrounds><lease-playground-x></lease-playground-x>", nil},
	{"of svg", HTML, "<svg><lease-playground/></svg>", nil},
	{"cdata of svg", HTML, "<svg><![CDATA[" + open + "]]></svg>", nil},
	{"plaintext", HTML, "<plaintext>" + open, nil},

	// What differs.
	{"changed", HTML, "<p>é</p>" + open + "<pre>renewed: True\nstale token: False\nno extension: True</pre>" + end, []string{"3:1 changed-output fixed"}},
	{"changed with BOM", HTML, "\ufeffé" + open + "<pre>x</pre>" + end, []string{"1:40 changed-output fixed"}},
	{"changed in code", HTML, open + "<pre class=a>\n<code>\nx</code>\n</pre>" + end, []string{"2:7 changed-output fixed"}},
	{"changed in markup", HTML, open + "<pre><b>x</b></pre>" + end, []string{"1:39 changed-output left"}},
	{"changed around a comment", HTML, open + "<pre>x<!-- y --></pre>" + end, []string{"1:39 changed-output left"}},
	{"more lines", HTML, open + "<pre>$true\nx</pre>" + end, []string{"6:1 changed-output fixed"}},
	{"leading empty line", HTML, open + "<pre>\n\n$true</pre>" + end, []string{"2:1 changed-output fixed"}},
	{"no pre", HTML, open + "\n" + end, []string{"1:1 missing-fallback fixed"}},
	{"no pre but text", HTML, open + "x" + end, []string{"1:1 missing-fallback left"}},
	{"empty pre", HTML, open + "<pre></pre>" + end, []string{"1:39 changed-output fixed"}},
	{"moved", HTML, "<p>" + open + "<pre>$true</pre>" + end, []string{"1:37 missing-fallback left"}},
	{"nothing to move yet", HTML, "<p>" + open + end, []string{"1:4 missing-fallback left"}},
	{"pre in template", HTML, open + "<template><pre>$true</pre></template>" + end, []string{"1:1 missing-fallback left"}},
	{"nested", HTML, open + open + "<pre>$true</pre>" + end + end, []string{"1:1 missing-fallback left"}},
	{"nested, each with its own", HTML, open + "<pre>x</pre>" + open + "<pre>y</pre>" + end + end, []string{"1:39 changed-output fixed", "1:84 changed-output fixed"}},
	{"unclosed pre", HTML, open + "<pre>x" + end + "</pre>", []string{"1:40 unclosed-element left"}},
	{"unclosed pre before void elements", HTML, open + "<pre>$true" + end + "<img><hr>", []string{"5:18 unclosed-element left"}},
	{"end tag in a div", HTML, open + "<div><pre>$true</pre>" + end + "<p>after", []string{"5:24 unclosed-element left"}},
	{"end tag in a p", HTML, open + "<pre>$true</pre><p>x" + end, []string{"5:28 unclosed-element left"}},
	{"end tag in a list", HTML, open + "<ul><li><pre>$true</pre>" + end, []string{"5:24 unclosed-element left"}},
	{"end tag in a b", HTML, open + "<pre>$true</pre><b>x" + end, nil},
	{"md end tag in a paragraph", Markdown, open + "\n<pre>$true</pre>\n\n*Note* " + end, []string{"8:8 unclosed-element left"}},
	{"two", HTML, open + "<pre>x</pre>" + end + "\n" + open + "<pre><b></pre>" + end + "\n" + open + "<pre>y</pre>" + end,
		[]string{"1:39 changed-output fixed", "2:39 changed-output left", "3:39 changed-output fixed"}},
	{"bytes that are no text", HTML, "\x00\xff\xfe" + open + "\x00<pre>\xff\x00</pre>" + end + "\xc3", []string{"1:43 changed-output fixed"}},

	// What is wrong.
	{"no lesson", HTML, "<lease-playground></lease-playground>", []string{"1:1 missing-field left"}},
	{"unknown lesson", HTML, `<lease-playground lesson="renw"></lease-playground>`, []string{"1:27 unknown-lesson left"}},
	{"unknown variant", HTML, `<lease-playground lesson=renew variant='x'></lease-playground>`, []string{"1:41 unknown-variant left"}},
	{"unknown attribute", HTML, `<lease-playground lesson=renew new_expiry=7><pre>$true</pre></lease-playground>`, []string{"1:32 unknown-attribute left"}},
	{"no field of this", HTML, `<lease-playground lesson=requeue token=x></lease-playground>`, []string{"1:34 unknown-field left"}},
	{"bad value", HTML, `<lease-playground lesson=renew theme="Dark"><pre>$true</pre></lease-playground>`, []string{"1:39 bad-value left"}},
	{"twice", HTML, `<lease-playground lesson=renew LESSON=requeue><pre>$true</pre></lease-playground>`, []string{"1:32 duplicate-attribute left"}},
	{"too long", HTML, `<lease-playground lesson=renew token="` + strings.Repeat("x", 100_001) + `"></lease-playground>`, []string{"1:39 too-long left"}},
	{"unclosed", HTML, open + "<pre>$true</pre>", []string{"1:1 unclosed-element left"}},
	{"slashed", HTML, `<lease-playground lesson=renew /><pre>x</pre>`, []string{"1:1 unclosed-element left"}},
	{"end tag in a paragraph", HTML, "<div>" + open + "<p>x" + end + "<pre>y</pre></div>", []string{"1:43 unclosed-element left"}},
	{"end tag in a paragraph of Markdown", Markdown, open + "\n\nx" + end + "\n\n```\nleave me alone\n```\n", []string{"3:2 unclosed-element left"}},
	{"nameless end tag", HTML, open + "<pre>x</ y>z</pre>" + end, []string{"1:39 changed-output left"}},
	{"unfinished tag", HTML, `<div><lease-playground lesson=renew `, []string{"1:6 unclosed-element left"}},
	{"slashed xhtml", XHTML, `<lease-playground lesson="renew"/>`, []string{"1:1 missing-fallback left"}},
	{"dropped", HTML, "<frameset>" + open + "<pre>x</pre>" + end + "</frameset>", []string{"1:11 dropped-element left"}},
	{"deep", HTML, strings.Repeat("<div>", 600) + open, []string{"0:0 unreadable-page left"}},
	{"utf-16", HTML, "\xff\xfe<\x00l\x00", []string{"0:0 unreadable-page left"}},

	// Programs.
	{"no JSON", HTML, "<lease-playground program='{\n  \"lesson\": \"renew\",\n  steps: []}'></lease-playground>", []string{"3:3 bad-json left"}},
	{"JSON behind entities", HTML, `<lease-playground program="{&quot;lesson&quot;:&quot;renew&quot;,&quot;steps&quot;:[,]}"></lease-playground>`, []string{"1:85 bad-json left"}},
	{"JSON cut off", HTML, `<lease-playground program='{"lesson":'></lease-playground>`, []string{"1:38 bad-json left"}},
	{"JSON twice", HTML, `<lease-playground program='{"lesson":"renew","steps":[],"steps":[]}'></lease-playground>`, []string{"1:28 bad-json left"}},
	{"step", HTML, `<lease-playground program='{"lesson":"renew","steps":[{"op":"stored"},{"op":"dance"}]}'></lease-playground>`, []string{"1:72 unknown-op left"}},
	{"row", HTML, `<lease-playground program='{"lesson":"renew","row":{"id":1.5},"steps":[]}'></lease-playground>`, []string{"1:53 bad-value left"}},
	{"other lesson", HTML, `<lease-playground lesson=requeue program='{"lesson":"renew","steps":[]}'></lease-playground>`, []string{"1:44 bad-value left"}},

	// Markdown.
	{"md block", Markdown, "# T\n\n" + open + "\n<pre>$true</pre>\n" + end + "\n", nil},
	{"md blocks", Markdown, open + "\n\n<pre>\n$true\n</pre>\n\n" + end + "\n", nil},
	{"md fence", Markdown, open + "\n\n```text\n$true\n```\n\n" + end + "\n", nil},
	{"md indented code", Markdown, open + "\n\n    " + strings.ReplaceAll(renewed, "\n", "\n    ") + "\n\n" + end + "\n", nil},
	{"md indented code changed", Markdown, open + "\n\n    renewed: True\n    x\n\n" + end + "\n", []string{"4:1 changed-output fixed"}},
	{"md no element", Markdown, "---\na: " + open + "\n---\n`" + open + "`\n\n```\n" + open + "\n```\n\n    " + open + "\n\n\\<lease-playground>\n\n<!--\n\n" + open + "\n-->\n", nil},
	{"md toml", Markdown, "+++\r\n" + open + "\r\n+++\r\n", nil},
	{"md changed", Markdown, open + "\r\n<pre>x\r\n</pre>\r\n" + end + "\r\n", []string{"2:6 changed-output fixed"}},
	{"md changed with BOM", Markdown, "\ufeff" + open + "\n<pre>x</pre>\n" + end, []string{"2:6 changed-output fixed"}},
	{"md fence changed", Markdown, "1. a\n\n   " + open + "\n\n   ~~~\n   x\n   ~~~\n\n   " + end + "\n", []string{"6:4 changed-output fixed"}},
	{"md empty fence", Markdown, open + "\n\n```\n```\n\n" + end + "\n", []string{"1:1 changed-output left"}},
	{"md quote", Markdown, "> - " + open + "\n>   <pre>\n>   x\n>   </pre>\n>   " + end + "\n", []string{"3:5 changed-output fixed"}},
	{"md cut", Markdown, open + "\n<pre>renewed: True\n\nstale token: False</pre>\n" + end + "\n", []string{"3:1 cut-fallback fixed"}},
	{"md cut at the end", Markdown, open + "\n<pre>$true\n\n</pre>\n" + end + "\n", []string{"7:1 cut-fallback fixed"}},
	{"md cut into code", Markdown, open + "\n<pre>renewed: True\n\n    x</pre>\n" + end + "\n", []string{"3:1 cut-fallback left"}},
	{"md paragraph", Markdown, open + "<pre>$true</pre>" + end + "\n", []string{"1:34 missing-fallback left"}},
	{"md tight item", Markdown, "- " + open + "<pre>" + strings.ReplaceAll(renewed, "\n", "\n  ") + "</pre>" + end + "\n", nil},
	{"md tight item changed", Markdown, "- " + open + "<pre>*x*</pre>" + end + "\n", []string{"1:41 changed-output fixed"}},
	{"md no pre", Markdown, "> " + open + end + "\n", []string{"1:3 missing-fallback fixed"}},
	{"md no pre in text", Markdown, "text " + open + end + "\n", []string{"1:6 missing-fallback left"}},
	{"md table", Markdown, "|a|\n|-|\n|" + open + "<pre>x</pre>" + end + "|\n", []string{"3:40 changed-output left"}},
}

// odd has a program that prints empty lines, marks of Markdown and HTML.
var odd = []page{
	{"html", HTML, oddOpen + "<pre>x</pre>" + end, []string{"1:215 changed-output fixed"}},
	{"html lead", HTML, oddOpen + "<pre>\nx\n</pre>" + end, []string{"2:1 changed-output fixed"}},
	{"html code", HTML, oddOpen + "<pre><code>\nx\n</code></pre>" + end, []string{"2:1 changed-output fixed"}},
	{"html no pre", HTML, oddOpen + end, []string{"1:1 missing-fallback fixed"}},
	{"md", Markdown, "> " + oddOpen + "\n> <pre>x</pre>\n> " + end + "\n", []string{"2:8 changed-output fixed"}},
	{"md no pre", Markdown, oddOpen + "\n" + end + "\n", []string{"1:1 missing-fallback fixed"}},
	{"md item", Markdown, "* " + oddOpen + "<pre>x</pre>" + end + "\n", []string{"1:217 changed-output fixed"}},
	{"md fence", Markdown, oddOpen + "\n\n````\nx\n````\n\n" + end + "\n", []string{"4:1 changed-output fixed"}},
}

const oddOpen = `<lease-playground program='{"lesson":"outbox","row":{"id":1,"body":"b","state":"\n\n  a &amp;amp; <b> \\* _x_ ` + "```" + `\n\n- y\n# z&#39;","token":null,"lease_until":null},"steps":[{"op":"stored"},{"op":"stored"}]}'>`

func TestPages(t *testing.T) {
	pool := NewPool(engine.Native())
	for _, p := range append(slices.Clone(pages), odd...) {
		t.Run(p.name, func(t *testing.T) {
			got := verify(t, pool, []byte(p.text()), p.format)
			if !slices.Equal(got, p.want) {
				t.Errorf("%s\n got %q\nwant %q", p.text(), got, p.want)
			}
		})
	}
}

// verify checks a file, fixes it, and checks what has to hold for any file. It
// returns the problems.
func verify(t *testing.T, pool *Pool, source []byte, format Format) (problems []string) {
	t.Helper()
	before := bytes.Clone(source)
	page, err := Check(t.Context(), pool, source, format)
	if err != nil {
		t.Fatal(err)
	}
	fixed := page.Fix()
	if !bytes.Equal(source, before) {
		t.Fatal("the source was written to")
	}
	left := 0
	for _, p := range page.Problems {
		way := "left"
		if p.Fixed {
			way = "fixed"
		} else {
			left++
		}
		problems = append(problems, fmt.Sprintf("%d:%d %s %s", p.Line, p.Column, p.Code, way))
		if p.Offset < 0 || p.Offset > len(source) || p.Message == "" {
			t.Errorf("%+v is nowhere", p)
		}
	}
	if (fixed != nil) != (left < len(page.Problems)) {
		t.Errorf("%d of %d problems are left, and fixed is %q", left, len(page.Problems), fixed)
	}
	if fixed == nil {
		return problems
	}
	if !onlyFallbacks(page, source, fixed) {
		t.Errorf("more than fallbacks has changed:\n%q\n%q", source, fixed)
	}
	again, err := Check(t.Context(), pool, fixed, format)
	if err != nil {
		t.Fatal(err)
	}
	if again.Elements != page.Elements || len(again.Problems) != left {
		t.Errorf("after the fix %d elements with %+v; before it %d elements of whose problems %d were left\n%q\n%q",
			again.Elements, again.Problems, page.Elements, left, source, fixed)
	}
	// What could not be written where it stood may find its place once others are written.
	if twice := again.Fix(); twice != nil && left == 0 {
		t.Errorf("a second fix changes %q to %q", fixed, twice)
	}
	return problems
}

// onlyFallbacks reports whether two texts are the same but for one run of
// bytes inside of each element whose fallback was fixed, in which there were no
// tags, nor are there any but a <pre> where nothing was.
func onlyFallbacks(page *Page, source, fixed []byte) bool {
	shift := 0 // of what comes behind an edit
	last := 0
	for _, i := range slices.SortedFunc(maps.Keys(page.edits), func(a, b int) int { return page.edits[a].from - page.edits[b].from }) {
		s, e := page.states[i], page.edits[i]
		if s.problem < 0 || !page.Problems[s.problem].Fixed || e.from < last || e.from <= page.view.from(s.open-1) || e.to > page.view.from(s.close) {
			return false
		}
		_, isCode := page.view.code[s.pre]
		tag := regexp.MustCompile(`<([A-Za-z!?]|/[^>])`)
		old := source[e.from:e.to]
		if page.view.format == Markdown { // whose text may look like tags
			old = nil
			for _, g := range s.tags {
				if at := page.view.from(g.at); e.from <= at && at < e.to {
					return false
				}
			}
		}
		if !isCode && (tag.Match(old) || tag.MatchString(strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(e.text, spaces+">"), "<pre>"), "</pre>")) && e.from != e.to) {
			return false
		}
		if !bytes.Equal(source[last:e.from], fixed[last+shift:e.from+shift]) || !bytes.HasPrefix(fixed[e.from+shift:], []byte(e.text)) {
			return false
		}
		shift += len(e.text) - (e.to - e.from)
		last = e.to
	}
	return bytes.Equal(source[last:], fixed[last+shift:])
}
