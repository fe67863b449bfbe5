import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { exampleOfPlan } from '../../src/guide/document/example.js';
import type { GuidePlan } from '../../src/guide/plan/plan.js';
import { encodeTransaction } from '../../src/guide/write/encode.js';
import type { Guide } from '../../src/model/guide.js';
import { decodeLatin1 } from '../../src/syntax/encoding.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { ENCODE_GUIDE } from './encode-guide.js';
import { SMALL_GUIDE } from './small-guide.js';
import { nearJson } from './values/near-values.js';

const DELIMITERS = { element: '*', component: ':', repetition: '^', segment: '~' };

/** The same data as objects that no short way reads. */
class Foreign {}
function foreign(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(foreign);
  // One without a name among its keys is taken for no data of JSON.
  if (typeof data !== 'object' || data === null || Object.keys(data).every((key) => /^\d+$/.test(key))) return data;
  return Object.assign(
    new Foreign(),
    Object.fromEntries(Object.entries(data).map(([key, one]) => [key, foreign(one)])),
  );
}

function written(plan: GuidePlan, data: unknown) {
  const sink = new SegmentWriter({ delimiters: DELIMITERS });
  const { findings } = encodeTransaction(plan, data, sink, { controlNumber: '0001', at: { interchange: 1 } });
  return { text: decodeLatin1(sink.take()), findings };
}

/** Every place of the data that holds something. */
function places(data: unknown): readonly (readonly [Record<string, unknown>, string])[] {
  if (typeof data !== 'object' || data === null) return [];
  const own = data as Record<string, unknown>; // a list, too, has keys
  return Object.keys(own).flatMap((key) => [[own, key] as const, ...places(own[key])]);
}

const PLANS = ['837P-005010X222A1', '271-005010X279A1', '835-005010X221A1', '850-004010']
  .map((name): Guide => JSON.parse(readFileSync(`guides/${name}.json`, 'utf8')))
  .concat(SMALL_GUIDE, ENCODE_GUIDE)
  .map((guide) => compileGuide(guide));

describe('a set written the short way', () => {
  it('has the bytes and findings of the long way', () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.oneof(nearJson, fc.jsonValue({ maxDepth: 2 })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...PLANS), fc.array(change, { maxLength: 3 }), (plan, changes) => {
        const data = structuredClone(exampleOfPlan(plan));
        for (const [where, instead] of changes) {
          const all = places(data);
          const [object, key] = all[Math.floor(where * all.length)] ?? [{}, ''];
          object[key] = instead;
        }
        expect(written(plan, foreign(data))).toEqual(written(plan, data));
      }),
      { numRuns: 400 },
    );
  });
});
