// Permalinks and the texts of messages, changed at random: read exactly or refused. LEASEPLAY_FUZZ says how many (5,000).
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const count = Number(process.env.LEASEPLAY_FUZZ ?? 5000);
const seed = Number(process.env.LEASEPLAY_SEED ?? 1);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles permalink.ts with all it imports, for Node. */
async function modules(t) {
  const folder = await mkdtemp(join(tmpdir(), 'leaseplay-fuzz-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const flags = ['--ignoreConfig', '--target', 'ES2022', '--module', 'ESNext', '--moduleResolution', 'bundler', '--lib', 'ES2023,DOM',
    '--types', '', '--rewriteRelativeImportExtensions', '--allowImportingTsExtensions', '--rootDir', join(root, 'web'), '--outDir', folder];
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...flags, join(root, 'web/late-links.ts')]);
  const load = (name) => import(pathToFileURL(join(folder, name)).href);
  return { ...await load('late-links.js'), ...await load('wire.js') };
}

/** Numbers from 0 to n-1, the same ones for a seed (Marsaglia's xorshift32). */
function generator(state) {
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

test(`${count} texts and links`, async (t) => {
  assert.ok(count > 0, 'LEASEPLAY_FUZZ is a number');
  const { readLink, writeLink, longest, encodeText, decodeText } = await modules(t);
  const random = generator(seed * 2654435761 || 1);
  const pick = (from) => from[random(from.length)];
  const golden = JSON.parse(await readFile(new URL('permalinks.json', import.meta.url), 'utf8')).map(({ hash }) => hash);

  /** What a string is made of: all lengths of UTF-8, halves of pairs, names of Object's own. */
  const parts = ['', 'a', '\0', '"', 'é', '٥', '\ufeff', '\u2028', '\u{1f9ed}', '\u{10ffff}', '\ud800', '\udfff', '\ude00\ud83d', '__proto__', 'constructor', '10', 'x'.repeat(130)];
  const string = () => Array.from({ length: random(4) }, () => pick(parts)).join('');
  const record = (value) => Object.fromEntries(Array.from({ length: random(4) }, () => [string(), value()]));
  const program = () => ({
    lesson: string(),
    variant: string(),
    options: record(string),
    row: random(2) ? record(() => (random(3) ? string() : null)) : undefined,
    steps: Array.from({ length: random(5) }, () => ({ op: string(), label: string(), connection: string(), inputs: record(string) })),
  });

  await t.test('a string comes back as it was; bytes are read as what gives the same bytes, or refused', () => {
    for (let i = 0; i < count; i++) {
      const text = string();
      assert.equal(decodeText(encodeText(text)), text);
      const bytes = encodeText(text);
      for (let n = random(3); n > 0 && bytes.length > 0; n--) bytes[random(bytes.length)] = pick([0, 0x80, 0xa0, 0xc0, 0xed, 0xef, 0xf0, 0xff, random(256)]);
      let read;
      try {
        read = decodeText(bytes);
      } catch (error) {
        assert.equal(error.code, 'wire', String(error.stack));
        continue;
      }
      // But for the two halves of a pair, three bytes each, which come together.
      if (!/\p{Surrogate}/u.test(read) && bytes.length !== encodeText(read).length) assert.match(Buffer.from(bytes).toString('latin1'), /\xed[\xa0-\xaf].\xed[\xb0-\xbf]/s);
      else if (bytes.length === encodeText(read).length) assert.deepEqual(encodeText(read), bytes);
    }
  });

  await t.test('a program comes back from its link', () => {
    for (let i = 0; i < count / 10; i++) {
      const wanted = program();
      const link = writeLink(wanted);
      if (link.length <= longest) assert.deepEqual(readLink(link), wanted);
      assert.match(link, /^#v1=[\w-]*$/);
    }
  });

  await t.test('a link with changes is another program\'s, letter for letter, or refused', () => {
    let read = 0;
    for (let i = 0; i < count; i++) {
      let link = random(2) ? pick(golden) : writeLink(program());
      for (let n = 1 + random(3); n > 0; n--) {
        const at = 4 + random(link.length - 3);
        const letter = pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/% \0é');
        link = link.slice(0, at) + pick([letter, '', letter + letter, link.slice(random(link.length))]) + link.slice(at + random(2));
      }
      try {
        const program = readLink(link);
        assert.equal(writeLink(program), link);
        read++;
      } catch (error) {
        assert.equal(error.code, 'bad-link', String(error.stack));
        assert.ok(error.message.length < 200);
      }
    }
    t.diagnostic(`${read} of ${count} changed links were read`);
    assert.ok(read > 0);
  });
});
