//go:build !wasip1

package lesson

import "embed"

// Pages are the lessons' page texts, NAME/page.md, in Markdown: what the
// contract says, what it doesn't promise, and why. Titles, programs, outputs
// and mistakes are not in them: the site takes those from the lesson itself.
//
//go:embed */page.md
var Pages embed.FS
