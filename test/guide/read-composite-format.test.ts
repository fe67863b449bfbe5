import { expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import type { LoopPlan, SegmentPlan } from '../../src/guide/plan/plan.js';
import { SegmentReader } from '../../src/guide/read/read-segment.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { batchOf } from './batch.js';

function findSegment(loop: LoopPlan, tag: string, code: string): SegmentPlan | undefined {
  for (const slot of loop.slots) {
    const found = slot.kind === 'loop' ? findSegment(slot, tag, code) : slot;
    if (found?.tag === tag && found.discriminator?.codes.values.has(code) === true) return found;
  }
  return undefined;
}

it.each([
  ['D8', '20260228', []],
  ['D8', '20260230', ['element-date 1-4']],
  ['RD8', '20260201-20260101', ['element-date 1-4']],
])('checks a date inside a composite by its qualifier: %s %s', async (format, date, expected) => {
  const plan = compileGuide(await loadGuide('837I-005010X223A2'));
  const segment = findSegment(plan.root, 'HI', 'BI');
  if (segment === undefined) throw new Error('no HI for occurrence spans');
  const found: string[] = [];
  const reader = new SegmentReader(plan.standard, {
    decode: true,
    numbers: 'exact',
    report: (reason, { element, component }) => found.push(`${reason} ${element}-${component}`),
  });
  const batch = batchOf(`HI*BI:74:${format}:${date}~`);
  reader.window(batch, 0, 1);
  reader.read(segment, batch, 0);
  expect(found.filter((one) => one.startsWith('element-date'))).toEqual(expected);
});
