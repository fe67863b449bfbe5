import { packCode } from '../../../src/guide/plan/code-table.js';
import type { ElementSource } from '../../../src/guide/rules/element-source.js';

/** A segment of text, `CLP*1*2`, as rules read it: the slow and obvious way. */
export function textSource(segment: string, repetition: string | undefined = '^'): ElementSource {
  const elements = segment.split('*');
  const component = ':';
  const element = (k: number) => elements[k] ?? '';
  return {
    component,
    repetition,
    count: elements.length - 1,
    element,
    has: (k) => element(k) !== '',
    isPlain: (k) => !element(k).includes(component) && (repetition === undefined || !element(k).includes(repetition)),
    packed: (k) => packCode(element(k)),
  };
}
