import { readFileSync } from 'node:fs';
import type { ConformanceCase } from '../conformance/conformance-case.js';
import { inputOf } from '../conformance/run-case.js';

const LEVELS = ['interchange', 'group', 'transaction', 'segment', 'element', 'content'];

/** The input of every conformance case. */
export function conformanceInputs(): readonly Uint8Array[] {
  return conformanceCases().map(inputOf);
}

export function conformanceCases(): readonly ConformanceCase[] {
  return LEVELS.flatMap((level) => {
    const file = new URL(`../conformance/cases/${level}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as ConformanceCase[]; // checked by the conformance tests
  });
}
