import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CODES_997_004010, CODES_997_005010, CODES_999 } from '../../src/acknowledgment/code-tables.js';
import { examplesOf, printedBy } from '../readme-examples.js';

const FOLDER = 'src/acknowledgment/';
const README = readFileSync(new URL(`../../${FOLDER}README.md`, import.meta.url), 'utf8');
const ROWS = [...README.matchAll(/^\| (segment|element|transaction) \| (\w+) \| (\w+) \|/gm)];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('README of acknowledgments', () => {
  it('has two examples', () => {
    expect(examplesOf(FOLDER)).toHaveLength(2);
  });

  it.each(examplesOf(FOLDER))('example $number prints what it says', async ({ number, printed }) => {
    expect(await printedBy(FOLDER, number)).toBe(printed);
  });

  it.each(['segment', 'element', 'transaction'] as const)(
    'lists exactly the codes that change for level %s',
    (level) => {
      const listed = ROWS.filter(([, of]) => of === level).map(([, , code, said]) => [code, said]);
      const changed = (table: ReadonlyMap<string, string>) =>
        [...CODES_999[level].keys()].filter((code) => table.get(code) !== code).map((code) => [code, table.get(code)]);
      expect(listed.sort()).toEqual(changed(CODES_997_005010[level]).sort());
      const more = level === 'element' ? ['12', '13'].map((code) => [code, '3']) : [];
      expect([...listed, ...more].sort()).toEqual(changed(CODES_997_004010[level]).sort());
    },
  );
});
