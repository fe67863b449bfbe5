import { CharacterClass, type SegmentSink } from '../../model/segments.js';
import { PACKED_LENGTH } from '../plan/code-table.js';
import { CHECK_ONLY, ELEMENT_MORE, hasKey } from '../plan/image.js';
import type { ElementPlan, StandardLookup } from '../plan/plan.js';
import type { ReportValue } from './text.js';

// A code (ID), or another value of a list: the same in X12 and in JSON.

const LAST_PLAIN = 0x7e;

/** Whether a value is in the list of its element. */
export function checkCode(element: ElementPlan, text: string, standard: StandardLookup, report: ReportValue): void {
  if (element.codes?.values.has(text) !== false) return;
  report(standard.codeError(element.number, text) === '7' ? 'element-code' : 'element-code-not-used');
}

/** A code with blanks behind it is another code, and only that: its length is a matter of the same blanks. */
export function withoutBlanks({ codes }: ElementPlan, text: string): string {
  const bare = codes === undefined ? text : text.trimEnd();
  return codes?.values.has(bare) === true ? bare : text;
}

/** Whether bytes are a code by the row at `at`, which is of kind `CHECK_` `only`, `codes` or `listed`. */
export function isCodeAt(words: Int32Array, at: number, kind: number, packed: number): boolean {
  const more = words[at + ELEMENT_MORE] ?? 0;
  return kind === CHECK_ONLY ? packed === more : hasKey(words, more, packed);
}

/**
 * Writes a code of the list at `at`, which is looked up by the bytes that are written.
 * @returns false, with nothing written, for any other text.
 */
export function putCode(sink: SegmentSink, words: Int32Array, at: number, kind: number, text: string): boolean {
  const { length } = text;
  if (length > PACKED_LENGTH) return false;
  let to = sink.beginValue(length);
  if (to < 0) return false;
  const { bytes, classes } = sink;
  let packed = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_PLAIN || classes[code] !== CharacterClass.plain) return false;
    packed = (packed << 8) | code;
    bytes[to++] = code;
  }
  if (!isCodeAt(words, at, kind, packed)) return false;
  sink.endValue(to);
  return true;
}
