import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REASONS } from '../../src/model/reasons.js';
import { ALL_CODES } from './all-codes.js';
import type { BaseName } from './bases.js';
import type { ConformanceCase } from './conformance-case.js';
import { findingLine } from './finding-line.js';
import { engineOf, findingsOf, inputOf } from './run-case.js';

const LEVELS = ['interchange', 'group', 'transaction', 'segment', 'element', 'content'];

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

const files = LEVELS.map((level) => [level, readJson(`cases/${level}.json`) as ConformanceCase[]] as const);
const cases = files.flatMap(([, list]) => list);
const uncovered = readJson('uncovered.json') as Record<'codes' | 'reasons', Record<string, string>>;

describe.each(files)('%s level', (_level, list) => {
  it.each(list)('$name', async (one) => {
    const engine = engineOf(one);
    const { findings } = await engine.validate(inputOf(one));
    expect(findings.map(findingLine)).toEqual(one.expect);
    const parsed = findingsOf(await engine.parse(inputOf(one)));
    expect(parsed.map(findingLine).sort()).toEqual([...one.expect].sort());
    // One fault is one finding: no code stands twice at one place.
    const places = findings.filter(({ code }) => code !== undefined).map(({ code, at }) => JSON.stringify([code, at]));
    expect(new Set(places).size).toBe(places.length);
  });
});

const BASES: readonly BaseName[] = [
  '270',
  '270 three times',
  '270 twice',
  '271',
  '835',
  '837P',
  '277CA',
  '850',
  '856',
  '999',
  'TA1',
  'control',
];

it.each(BASES)('the clean text of %s has nothing to find, so that each case shows its own fault', async (base) => {
  const clean: ConformanceCase = { name: base, base, expect: [] };
  expect((await engineOf(clean).validate(inputOf(clean))).findings.map(findingLine)).toEqual([]);
});

describe('every code and every reason', () => {
  const lines = cases.flatMap((one) => one.expect);
  const shown = {
    codes: new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' '))),
    reasons: new Set(lines.map((line) => line.split(' ')[2])),
  };
  const every = { codes: ALL_CODES, reasons: Object.keys(REASONS) };

  it.each(['codes', 'reasons'] as const)('has a case, or a sentence in uncovered.json why not: %s', (kind) => {
    expect(every[kind].filter((name) => !shown[kind].has(name)).sort()).toEqual(Object.keys(uncovered[kind]).sort());
    for (const why of Object.values(uncovered[kind])) expect(why).toMatch(/^[A-Z].{10,}\.$/);
  });
});
