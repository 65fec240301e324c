// What is made of measurements: medians, ratios, and a table in Markdown.

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Three digits that count. */
export const digits = (n) => (n >= 100 ? String(Math.round(n)) : String(Number(n.toPrecision(n >= 10 ? 3 : 2))));

/**
 * @typedef {object} Row one way to do what a section measures
 * @property {string} name
 * @property {number[]} values one a round
 * @property {string} [group] it is compared with the first row of its group; without one, with the first of all
 * @property {number} [budget] the most that we allow ourselves, in the section's unit
 */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {string} unit of all values
 * @property {string} [note] how it was measured
 * @property {Row[]} rows
 */

/** A section with medians and, against the first row, ratios: the median of each round's own, since rounds differ most. */
export function judge({ rows, ...section }) {
  const times = (row) => {
    const first = rows.find(({ group }) => group === row.group);
    return median(row.values.map((value, round) => value / first.values[Math.min(round, first.values.length - 1)]));
  };
  return { ...section, rows: rows.map((row) => ({ ...row, median: median(row.values), times: times(row) })) };
}

/** @param {ReturnType<typeof judge>} section */
export function markdown({ title, unit, note, rows }) {
  const budgets = rows.some(({ budget }) => budget !== undefined);
  const head = ['what', unit, 'times', ...(budgets ? ['budget'] : [])];
  const lines = rows.map(({ name, median, times, budget }) =>
    [name, digits(median), digits(times), ...(budgets ? [budget === undefined ? '' : `${budget}: ${median <= budget ? 'met' : '**missed**'}`] : [])]);
  return [
    `### ${title}`, '', ...(note ? [note, ''] : []),
    ...[head, head.map((_, i) => (i ? '---:' : '---')), ...lines].map((cells) => `| ${cells.join(' | ')} |`), '',
  ].join('\n');
}
