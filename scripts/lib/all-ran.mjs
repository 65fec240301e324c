// A reporter for node --test that fails the run when a test was skipped, left to do, or when there was none.

/** @param {AsyncIterable<{type: string, data: any}>} events */
export default async function* allRan(events) {
  let ran = 0;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.skip !== undefined || data.todo !== undefined) {
      process.exitCode = 1;
      yield `did not run: ${data.name} (${data.file ?? 'no file'}): skipped and to-do tests fail the run\n`;
    } else if (type === 'test:pass' && data.nesting === 0 && data.name.endsWith('.test.mjs')) {
      // A file that holds no test is reported as a test that has its path for a name.
      process.exitCode = 1;
      yield `${data.name} holds no test\n`;
    } else {
      ran++;
    }
  }
  if (ran === 0) {
    process.exitCode = 1;
    yield 'no test ran\n';
  }
}
