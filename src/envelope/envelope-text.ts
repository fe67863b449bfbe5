import { SegmentFlag } from '../model/segments.js';
import type { TokenBatch } from '../syntax/batch.js';
import type { Elements } from './complaint.js';

const NOT_PLAIN = SegmentFlag.nonAscii | SegmentFlag.binary;
// No envelope element is longer; hostile ones must not become a chain of a million strings.
const LONGEST = 64;
// A slice of more characters than this keeps the whole text of its window alive.
const LONGEST_COPIED = 12;
/** A window of so many bytes is decoded faster than two elements of it are put together. bench: `npm run bench:small`. */
const SMALL_WINDOW = 4 * 1024;

/**
 * Element `k` of an envelope segment, 0 its tag. The batch's own method would decode the whole window for it, which in a
 * file of small sets costs more than all the rest of the envelope (bench: validate), but in a small input less.
 */
export function textOf(batch: TokenBatch, index: number, k: number): string {
  if (((batch.flags[index] ?? 0) & NOT_PLAIN) !== 0) return batch.element(index, k);
  const { bytes, marks, starts } = batch;
  const mark = (starts[index] ?? 0) + k;
  if (mark + 1 >= (starts[index + 1] ?? 0)) return '';
  const to = marks[mark + 1] ?? 0;
  const from = (marks[mark] ?? 0) + 1;
  if (to - from >= LONGEST) return batch.element(index, k);
  if (bytes.length <= SMALL_WINDOW && to - from <= LONGEST_COPIED) return batch.text().slice(from, to);
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}

/** The values of an envelope segment, each made once. @param last the last that the standard gives it; `''` stands for those beyond. */
export function elementsOf(batch: TokenBatch, index: number, last: number): Elements {
  const values = [''];
  for (let position = 1; position <= last; position++) values.push(textOf(batch, index, position));
  return (position) => values[position] ?? '';
}
