import { packBytes } from '../plan/code-table.js';
import { hasKey } from '../plan/image.js';
import { STATE_COMPONENT, STATE_REPETITION } from '../plan/walk-state.js';
import { isSplit } from './pass-elements.js';

// Elements of one segment, as rules ask for them. Translated to WebAssembly: see `wasm/translate.ts`.

/** Element `element` is there. */
export function isAt(marks: Int32Array, first: number, count: number, element: number): boolean {
  return element <= count && (marks[first + element + 1] ?? 0) > (marks[first + element] ?? 0) + 1;
}

/** One of the elements of a list of the image is. */
export function isAnyAt(words: Int32Array, marks: Int32Array, first: number, count: number, list: number): boolean {
  const end = list + 1 + (words[list] ?? 0);
  for (let at = list + 1; at < end; at++) if (isAt(marks, first, count, words[at] ?? 0)) return true;
  return false;
}

/** The element as `packBytes` packs it; 0 where it is absent, or longer. */
export function packedAt(bytes: Uint8Array, marks: Int32Array, first: number, count: number, element: number): number {
  if (element > count) return 0;
  return packBytes(bytes, (marks[first + element] ?? 0) + 1, marks[first + element + 1] ?? 0);
}

/** At `pair` of the image: an element, and the table of the codes of which it has one. */
export function isOneOf(
  words: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  pair: number,
): boolean {
  return hasKey(words, words[pair + 1] ?? 0, packedAt(bytes, marks, first, count, words[pair] ?? 0));
}

/** No separator stands in the element. */
export function isPlainAt(
  state: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  split: boolean,
  element: number,
): boolean {
  if (!split) return true;
  const start = (marks[first + element] ?? 0) + 1;
  const component = state[STATE_COMPONENT] ?? 0;
  return !isSplit(bytes, start, marks[first + element + 1] ?? 0, component, state[STATE_REPETITION] ?? 0);
}
