import type { Tell } from './lens.js';

/** What a mapping may have to say about data. */
export const NOTE_REASONS = {
  'code-unknown': 'The code, or the text for one, is in none of the lists; it is passed on as it is.',
  'qualifier-unknown': 'There is no property for what this qualifier stands for; it is left out.',
  'value-type': 'The value is not of the form that is expected here.',
  'no-place': 'The value has no place beside the others: the segment it needs says something else already.',
  'too-many': 'There are more entries than there are places.',
} as const;

export type NoteReason = keyof typeof NOTE_REASONS;

/** A fact about the data, without the data: where it stands in the JSON, and in the transaction set. */
export interface MappingNote {
  readonly reason: NoteReason;
  /** JSON pointer of the property. */
  readonly pointer: string;
  /** Element path of the row; empty where it has none. */
  readonly path: string;
}

/** Notes of one run, and the place in the JSON that the run has reached. */
export class Notes implements Tell {
  readonly list: MappingNote[] = [];
  /** Properties and indexes down to the object at hand. */
  readonly trail: (string | number)[] = [];
  #property: readonly string[] = [];
  #path = '';

  /** The row whose lens speaks next. */
  at(property: readonly string[], path: string): void {
    this.#property = property;
    this.#path = path;
  }

  tell(reason: NoteReason): void {
    const names = [...this.trail, ...this.#property].filter((name) => name !== '');
    const pointer = names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    this.list.push({ reason, pointer, path: this.#path });
  }
}
