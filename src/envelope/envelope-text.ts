import { SegmentFlag } from '../model/segments.js';
import type { TokenBatch } from '../syntax/batch.js';
import type { Elements } from './complaint.js';

const NOT_PLAIN = SegmentFlag.nonAscii | SegmentFlag.binary;
// No envelope element is longer; hostile ones must not become a chain of a million strings.
const LONGEST = 64;

/**
 * Element `k` of an envelope segment, 0 its tag. The batch's own method would decode the whole window for it, which in a
 * file of small sets costs more than all the rest of the envelope (bench: validate).
 */
export function textOf(batch: TokenBatch, index: number, k: number): string {
  if (((batch.flags[index] ?? 0) & NOT_PLAIN) !== 0) return batch.element(index, k);
  const { bytes, marks, starts } = batch;
  const mark = (starts[index] ?? 0) + k;
  if (mark + 1 >= (starts[index + 1] ?? 0)) return '';
  const to = marks[mark + 1] ?? 0;
  if (to - (marks[mark] ?? 0) > LONGEST) return batch.element(index, k);
  let text = '';
  for (let i = (marks[mark] ?? 0) + 1; i < to; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}

/** The values of an envelope segment. */
export function elementsOf(batch: TokenBatch, index: number): Elements {
  return (position) => textOf(batch, index, position);
}
