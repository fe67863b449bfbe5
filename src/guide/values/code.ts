import { CHECK_ONLY, ELEMENT_MORE, hasKey } from '../plan/image.js';
import type { ElementPlan, StandardLookup } from '../plan/plan.js';
import type { ReportValue } from './text.js';

// A code (ID), or another value of a list: the same in X12 and in JSON.

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
