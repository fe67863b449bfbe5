import type { Reason } from '../../model/reasons.js';
import { ELEMENT_MAX, ELEMENT_MIN } from '../plan/image.js';
import type { ElementPlan } from '../plan/plan.js';

// A text (AN): the same in X12 and in JSON.

export type ReportValue = (reason: Reason) => void;

/** In place of an offset: this is not for the short way of writing. */
export const DOUBT = -1;

const BLANK = 0x20;
const DELETE = 0x7f;

/** X12.6: blanks at the end are sent only to reach the minimum. A format has its own word for them. */
export function checkText(element: ElementPlan, text: string, report: ReportValue): void {
  const length = codePoints(text);
  checkLength(element, length, report);
  if (text.endsWith(' ') && length > element.min && length <= element.max && element.format === 0)
    report('trailing-blanks');
}

/** @param length of characters; of a number its digits. */
export function checkLength({ min, max }: ElementPlan, length: number, report: ReportValue): void {
  if (length < min) report('element-too-short');
  else if (length > max) report('element-too-long');
}

/** Characters as X12 counts them: a character beyond U+FFFF is one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  return count;
}

/** True when a C0 control character or DEL stands in the text (X12.6: they are no data). */
export function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < BLANK || code === DELETE) return true;
  }
  return false;
}

/** True when the text is nothing but blanks. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== BLANK) return false;
  return true;
}

/** Whether bytes are surely a right text by the row at `at`; they have no delimiter, and ASCII only. */
export function isTextAt(words: Int32Array, at: number, bytes: Uint8Array, start: number, stop: number): boolean {
  return isLong(words, at, stop - start) && bytes[stop - 1] !== BLANK;
}

/** Whether a length is within the limits of a row. */
export function isLong(words: Int32Array, at: number, length: number): boolean {
  return length >= (words[at + ELEMENT_MIN] ?? 0) && length <= (words[at + ELEMENT_MAX] ?? 0);
}

/**
 * Puts a text as it is, when all its characters are plain and the last is no blank, which a repair may cut. The caller has made room for it. bench: `encode`.
 * @param classes of characters: see `SegmentLayout.classes`.
 * @returns the offset behind it; DOUBT for any other text.
 */
export function putText(text: string, classes: Uint8Array, bytes: Uint8Array, start: number): number {
  const { length } = text;
  let to = start;
  let odd = 0;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    odd |= (classes[unit & 0xff] ?? 0) | (unit >> 8);
    bytes[to++] = unit;
  }
  return odd === 0 && bytes[to - 1] !== BLANK ? to : DOUBT;
}
