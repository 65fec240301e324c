// Measures Leaseplay against the alternatives, in one run: node web/bench/main.mjs SITE BENCHSITE [--rounds N] [--json FILE] [PART]...
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { launch } from '../test/browsers.mjs';
import { release } from './desk.mjs';
import { measureEdits, openEdits } from './edits.mjs';
import { judge, markdown } from './figures.mjs';
import { measureLoads } from './loads.mjs';
import { measureNative } from './native.mjs';
import { measureRenewals, openRenewals } from './renewals.mjs';

const parts = ['renewals', 'loads', 'edits', 'native'];
const usage = `usage: scripts/bench [--rounds N] [--json FILE] [${parts.join('|')}]...`;

async function main() {
  const { values: options, positionals: [site, benchSite, ...asked] } = parseArgs({
    allowPositionals: true, options: { rounds: { type: 'string', default: '9' }, json: { type: 'string' } },
  });
  const rounds = Number(options.rounds);
  const unknown = asked.find((part) => !parts.includes(part));
  if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) throw Object.assign(new Error('usage'), { usage: true });
  const wanted = (part) => asked.length === 0 || asked.includes(part);

  const sections = [];
  const add = (measured) => {
    for (const section of measured.map(judge)) {
      sections.push(section);
      console.log(markdown(section));
    }
  };
  const browser = await launch('chromium');
  console.log(`Medians of ${rounds} rounds in turn; ${browser.version}, Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`);
  console.log('Compare the column "times" only: it is the median of each round’s own ratio to the first row, or the first of its lesson.\n');
  if (['renewals', 'loads', 'edits'].some(wanted)) {
    const first = await browser.newPage();
    const renewals = wanted('renewals') ? await openRenewals(browser, benchSite) : [];
    const edits = wanted('edits') ? await openEdits(browser, site) : [];
    const { workers, endpoint, close } = await release(first.raw.browser(), [...renewals, ...edits]);
    if (wanted('renewals')) add(await measureRenewals(workers.slice(0, renewals.length), rounds));
    if (wanted('edits')) add(await measureEdits(workers.slice(renewals.length), rounds));
    if (wanted('loads')) add(await measureLoads(endpoint, site, rounds));
    await close();
  } else {
    await browser.close();
  }
  if (wanted('native')) add(await measureNative(Math.max(3, Math.ceil(rounds / 2))));
  if (options.json) await writeFile(options.json, `${JSON.stringify({ rounds, chromium: browser.version, sections }, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  const mistyped = error.usage || error.code?.startsWith('ERR_PARSE_ARGS');
  console.error(mistyped ? usage : error);
  process.exit(mistyped ? 2 : 1);
}
process.exit(); // the pages' servers are still open
