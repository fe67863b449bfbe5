import { readFileSync } from 'node:fs';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { compileMapping, type Mapping } from '../../src/mapping/compile-mapping.js';
import type { Table } from '../../src/mapping/table.js';
import type { Guide } from '../../src/model/guide.js';

const text = readFileSync(new URL('../../guides/271-005010X279A1.json', import.meta.url), 'utf8');
const guide = JSON.parse(text) as Guide; // a guide that ships, and is checked when compiled

/** A table tied to the guide of the 271, which has loops in loops, repetitions, composites and brackets. */
export function mapping271(table: Table): Mapping {
  return compileMapping(table, compileGuide(guide));
}
