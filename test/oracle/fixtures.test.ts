import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeBothScans } from '../syntax/scan/both-scans.js';
import { disagreements } from './compare-readings.js';
import { readByEngine } from './engine-reading.js';
import { readByGrammar } from './interchange-parser.js';

const FOLDER = new URL('../../fixtures/', import.meta.url);
const names = readdirSync(FOLDER).filter((name) => existsSync(new URL(`${name}/input.edi`, FOLDER)));
/** Not well-formed by intent: text stands between interchanges. */
const REFUSED: ReadonlySet<string> = new Set(['mixed-interchanges']);

describeBothScans('every fixture', () => {
  it('is found', () => {
    expect(names.length).toBeGreaterThan(10);
  });

  it.each(names)('is read by grammar and engine alike: %s', (name) => {
    const bytes = readFileSync(new URL(`${name}/input.edi`, FOLDER));
    const text = bytes.toString('latin1');
    const grammar = readByGrammar(text);
    expect(disagreements(text, grammar, readByEngine([bytes]))).toEqual([]);
    // Most are well-formed, so that everything that was read is compared.
    expect(grammar.accepted).toBe(!REFUSED.has(name));
  });
});
