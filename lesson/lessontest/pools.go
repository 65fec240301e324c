package lessontest

import "strings"

// surrogate is a lone surrogate, U+D800, in its three-byte form.
const surrogate = "\xed\xa0\x80"

// numbers are texts for number fields: ints in every notation, at the edges of
// the contracts and of 64 bits, and texts that are none.
var numbers = []string{
	"0", "1", "-1", "00", "-0", "+7", " 5 ", "\t14\n", "1_0", "0x0A", "0XfF", "0b11", "0o17", "0x_f", "٥", "１５", "\u20035",
	"999", "1000", "1001", "999999", "1000000", "1000001", "1_000_000",
	"9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "0xffffffffffffffff",
	"1" + strings.Repeat("0", 30), "0x" + strings.Repeat("f", 5000), strings.Repeat("7", 5000),
	"", " ", "05", "5.0", "1e3", "- 5", "--5", "²", "½", "True", "None", "nan", "1__0", "_1", "1_", "0x", "5;", "5)", "５x", "1\x00", surrogate, "\"", "'", "`",
}

// texts are for tokens and other text: look-alikes, the edges of the lengths,
// and what could end a literal or a comment of some language.
var texts = []string{
	"", " ", "a", "claim-a", "claim-A", "claim-a ", " claim-a", "claim-a\u200b", "claim\u2010a", "c\u043baim-a",
	"caf\u00e9", "cafe\u0301", "\U0001f9ed", "\U0010ffff", "\ufeffclaim-a", "\u202eclaim-a", "\u2028", "\u0085",
	"it's", `say "hi"`, "`tick`", `"""`, `'''`, `\`, `\"`, `\'`, `\n`, "a\nb", "a\r\nb", "\t", "\x00", "a\x00b", "\x7f", "\x1b[31m", "\x1a",
	"</script>", "<!--", "-->", "${x}", "{id}", ":id", ":now", "?1", "%s", "%00", "; DROP TABLE job; --", "*/", "/*", "#", "--", ".quit", "\n.quit\n",
	strings.Repeat("x", 31), strings.Repeat("x", 32), strings.Repeat("x", 33), strings.Repeat("é", 32), strings.Repeat("\U0001f9ed", 33),
	strings.Repeat("y", 199), strings.Repeat("y", 200), strings.Repeat("y", 201), strings.Repeat("\u0301", 200), strings.Repeat("\x00", 150),
	surrogate, "a" + surrogate, "\xed\xb0\x80" + surrogate + "z", "\xed\xbf\xbf" + surrogate,
	strings.Repeat(surrogate, 33), strings.Repeat("z", 2000),
}

// labels are for steps.
var labels = []string{"", "renewed", "stored expiry", "a: b", "it's", `"q"`, `back\slash`, "caf\u00e9", "\u202ertl", "\U0001f9ed", "{x}", "%d", "`", "-- x", "*/"}
