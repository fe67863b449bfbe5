import type { Delimiters } from '../../src/model/delimiters.js';
import { type SegmentBatch, SegmentFlag } from '../../src/model/segments.js';

export const DELIMITERS: Delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };

/** A batch over ASCII or Latin-1 text, made the slow and obvious way, so that guide tests need no tokenizer. */
export function batchOf(text: string, delimiters: Delimiters = DELIMITERS): SegmentBatch {
  const plain = text.replace(/[\r\n]+/g, '');
  const bytes = Uint8Array.from(plain, (character) => character.charCodeAt(0));
  const marks: number[] = [];
  const starts: number[] = [];
  const flags: number[] = [];
  let from = 0;
  for (const raw of plain.split(delimiters.segment).slice(0, -1)) {
    starts.push(marks.length);
    marks.push(from - 1);
    for (let i = 0; i < raw.length; i++) if (raw[i] === delimiters.element) marks.push(from + i);
    marks.push(from + raw.length);
    flags.push(flagsOf(raw, delimiters));
    from += raw.length + 1;
  }
  const count = starts.length;
  starts.push(marks.length);
  const element = (index: number, k: number): string => {
    const first = starts[index] ?? 0;
    if (k > (starts[index + 1] ?? 0) - first - 2) return '';
    return plain.slice((marks[first + k] ?? 0) + 1, marks[first + k + 1]);
  };
  return {
    interchange: 1,
    delimiters,
    bytes,
    marks: Int32Array.from(marks),
    starts: Int32Array.from(starts),
    flags: Uint8Array.from(flags),
    count,
    baseOffset: 0,
    text: () => plain,
    tag: (index) => element(index, 0),
    elementCount: (index) => (starts[index + 1] ?? 0) - (starts[index] ?? 0) - 2,
    element,
    raw: (index) => plain.slice((marks[starts[index] ?? 0] ?? 0) + 1, marks[(starts[index + 1] ?? 0) - 1]),
  };
}

function flagsOf(raw: string, delimiters: Delimiters): number {
  let flags = 0;
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) flags |= SegmentFlag.control;
    if (code > 0x7f) flags |= SegmentFlag.nonAscii;
    if (raw[i] === delimiters.component) flags |= SegmentFlag.component;
    if (raw[i] === delimiters.repetition) flags |= SegmentFlag.repetition;
  }
  return flags;
}
