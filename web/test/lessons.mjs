// The lessons of the built site: tests take their names from here, so that a new one needs no edit in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from './testserver.mjs';

const { pages } = JSON.parse(readFileSync(join(dist, 'sizes.json'), 'utf8'));
const entries = Object.entries(pages).map(([page, files]) => [page.replace('.html', ''), files]);

/** Every lesson that the site has a page of, by the alphabet. */
export const lessons = entries.map(([lesson]) => lesson).sort();
/** The figure that a lesson's page loads, by lesson; those without one are left out. */
export const figures = Object.fromEntries(entries
  .map(([lesson, files]) => [lesson, files.flatMap((path) => /figure-(\w+?)-/.exec(path)?.[1] ?? [])[0]])
  .filter(([, figure]) => figure));
