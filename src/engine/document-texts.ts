import type { Delimiters } from '../model/delimiters.js';
import { DEFAULT_DELIMITERS } from '../model/delimiters.js';
import type { InterchangeInput } from './document.js';
import { valuesOf } from './raw-segment.js';

// Written as digits alone: their punctuation is no reason to avoid a delimiter.
const DATE_OR_TIME = /^(\d{4}-\d\d-\d\d|\d\d:\d\d(:\d\d(\.\d\d?)?)?)$/;

/** Every text that an interchange will hold: what delimiters must not occur in. */
export function* textsOf(interchange: InterchangeInput): Generator<string> {
  const { header, acknowledgments = [], other = [], groups = [], delimiters = DEFAULT_DELIMITERS } = interchange;
  yield* textsOfValue(header);
  yield* textsOfValue(acknowledgments);
  for (const { segment } of other) yield* valuesOf(segment, delimiters);
  for (const group of groups) {
    yield* textsOfValue(group.header);
    for (const { data, unplaced = [] } of group.transactions) {
      yield* textsOfValue(data);
      for (const { segment } of unplaced) yield* valuesOf(segment, delimiters);
    }
  }
}

/** Every text that data hold, by a list of what is left to do, so that deep data cannot overflow the stack. */
export function* textsOfValue(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  const seen = new Set<object>();
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (!DATE_OR_TIME.test(next)) yield next;
    } else if (typeof next === 'number') yield String(next);
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      // Base64 is not what is written: binary data is framed by its length and may hold anything.
      for (const [key, child] of Object.entries(next)) if (key !== 'base64') open.push(child);
    }
  }
}

/** The delimiters that an interchange was read with, or is to be written with unless told otherwise. */
export function delimitersOf(interchange: { readonly delimiters?: Delimiters | undefined }): Delimiters {
  return interchange.delimiters ?? DEFAULT_DELIMITERS;
}
