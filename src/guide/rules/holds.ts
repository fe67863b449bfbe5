import { hasKey } from '../plan/image.js';
import type { ElementSource } from './element-source.js';
import {
  GATE_ELEMENT,
  GATE_VALUES,
  HOLDS_FORMAT,
  HOLDS_LISTED,
  HOLDS_NONE,
  HOLDS_SOME,
  HOLDS_UNLISTED,
  JUDGE_AT,
  JUDGE_BY,
  JUDGE_GATE,
  JUDGE_HOLDS,
  JUDGE_VALUES,
} from './rule-rows.js';

/** Whether a rule of a segment behind its gate, by the row at `at`, does not matter to it or holds for sure; false says nothing. */
export function holds(words: Int32Array, at: number, source: ElementSource): boolean {
  const values = words[at + JUDGE_VALUES] ?? 0;
  if (values !== 0 && !hasKey(words, values, source.packed(words[at + JUDGE_GATE] ?? 0))) return true;
  const element = words[at + JUDGE_AT] ?? 0;
  const by = words[at + JUDGE_BY] ?? 0;
  switch (words[at + JUDGE_HOLDS]) {
    case HOLDS_SOME:
      return isAnyPresent(words, element, source);
    case HOLDS_NONE:
      return !isAnyPresent(words, element, source);
    case HOLDS_UNLISTED:
      return source.packed(element) !== 0 && source.isPlain(element) && !hasKey(words, by, source.packed(element));
    case HOLDS_LISTED:
      return hasKey(words, by, source.packed(element));
    case HOLDS_FORMAT:
      return source.conforms(element, by);
  }
  return false;
}

/** Whether the element of a gate is there and has one of its values. */
export function isCalledFor(words: Int32Array, at: number, source: ElementSource): boolean {
  const element = words[at + GATE_ELEMENT] ?? 0;
  const values = words[at + GATE_VALUES] ?? 0;
  return source.has(element) && (values === 0 || hasKey(words, values, source.packed(element)));
}

function isAnyPresent(words: Int32Array, list: number, source: ElementSource): boolean {
  const end = list + 1 + (words[list] ?? 0);
  for (let at = list + 1; at < end; at++) if (source.has(words[at] ?? 0)) return true;
  return false;
}
