// Package check keeps the output that a tutorial prints true. It finds every
// <lease-playground> in HTML and Markdown, runs its program, and compares the
// element's fallback, the text of its first <pre>, with what the program
// prints.
//
// It sees a page as a browser does. Markdown is rendered first, raw HTML in it
// going through as it is, and what comes out is parsed as HTML: an element in a
// comment, a script, a template, an attribute or a code sample is none, and a
// <pre> that the HTML parser moves out of the element is missing. The contents
// of <noscript> are text to a browser that runs scripts, and so they are here.
//
// Every byte is traced back to the file. So problems have a line and a column,
// and a fix replaces the fallback's text and no other byte. A fix is read again
// before it is handed out: one that would not be read as the output is dropped.
//
// Columns count code points from 1, a byte that is no UTF-8 being one; a
// byte-order mark counts as none.
package check
