//go:build !wasip1

// Checks many files at once.

package check

import (
	"context"
	"runtime"
	"sync"
)

// Report is what there is to say of a file.
type Report struct {
	File     string
	Elements int
	Problems []Problem
}

// Files checks files, several at a time, and with fix rewrites those whose
// fallbacks differ from the output. It calls done for each in the order of
// files. What can't be read or written is a problem of its file; an error is
// the runner's or the context's, and no file is begun after it.
func Files(ctx context.Context, pool *Pool, files []string, fix bool, done func(Report)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type result struct {
		report Report
		err    error
	}
	// A worker is at most a queue's length ahead of the report that is due.
	workers := runtime.GOMAXPROCS(0)
	queue := make(chan chan result, 16*workers)
	var group sync.WaitGroup
	defer group.Wait()
	jobs := make(chan func())
	for range workers {
		group.Go(func() {
			for job := range jobs {
				job()
			}
		})
	}
	group.Go(func() {
		defer close(queue)
		defer close(jobs)
		for _, file := range files {
			answer := make(chan result, 1)
			select {
			case queue <- answer:
			case <-ctx.Done():
				return
			}
			jobs <- func() {
				r, err := one(ctx, pool, file, fix)
				answer <- result{r, err}
			}
		}
	})
	for answer := range queue {
		r := <-answer
		if r.err != nil {
			cancel(r.err)
			return r.err
		}
		done(r.report)
	}
	return context.Cause(ctx)
}

// one checks one file.
func one(ctx context.Context, pool *Pool, file string, fix bool) (Report, error) {
	r := Report{File: file}
	if err := ctx.Err(); err != nil {
		return r, context.Cause(ctx)
	}
	source, err := readFile(file)
	if err != nil {
		r.Problems = []Problem{{Code: UnreadablePage, Message: err.Error()}}
		return r, nil
	}
	page, err := Check(ctx, pool, source, FormatOf(file))
	if err != nil {
		return r, err
	}
	r.Elements = page.Elements
	if fix {
		if fixed := page.Fix(); fixed != nil {
			if err := replace(file, source, fixed); err != nil {
				for i := range page.Problems {
					if p := &page.Problems[i]; p.Fixed {
						p.Fixed, p.Unfixable = false, "the file can't be written: "+err.Error()
					}
				}
			}
		}
	}
	r.Problems = page.Problems
	return r, nil
}
