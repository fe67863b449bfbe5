import { readFileSync } from 'node:fs';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine, type JsonObject } from '../../src/index.js';

export const guide = await loadGuide('835-005010X221A1');
export const engine = createEngine({ guides: [guide] });

export const FIXTURE = readFileSync(
  new URL('../../fixtures/remittance-of-many-claims-835/input.edi', import.meta.url),
  'utf8',
);

/** Guide JSON of the first set, and the reasons of what was found in it. */
export async function read(x12: string): Promise<{ readonly data: JsonObject; readonly reasons: readonly string[] }> {
  const document = await engine.parse(new TextEncoder().encode(x12));
  const set = document.interchanges[0]?.groups[0]?.transactions[0];
  if (set === undefined) throw new Error('no set in the fixture');
  return { data: set.data, reasons: set.findings.map(({ reason }) => reason) };
}

/** A segment, or a part of one, and what stands in its place. */
export type Change = readonly [segment: string, instead: string];

/** The fixture with other segments in it. */
export function fixtureWith(...changes: readonly Change[]): string {
  return changes.reduce((text, [segment, instead]) => {
    if (!text.includes(segment)) throw new Error(`the fixture has no ${segment}`);
    return text.replace(segment, instead);
  }, FIXTURE);
}
