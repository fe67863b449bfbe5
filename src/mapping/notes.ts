import type { Tell } from './lens.js';
import type { NoteReason } from './note-reasons.js';

/** A fact about the data, without the data: where it stands in the JSON, and in the transaction set. */
export interface MappingNote {
  readonly reason: NoteReason;
  /** JSON pointer of the property. */
  readonly pointer: string;
  /** Element path of the row; empty where it has none. */
  readonly path: string;
}

/**
 * Notes of one run, and the place in the JSON that the run has reached. A place is put together only for a note: nearly
 * all values have none. bench: `npm run bench:eligibility`.
 */
export class Notes implements Tell {
  readonly list: MappingNote[] = [];
  /** Properties down to the object at hand, and the index behind each; -1 where it is no list. */
  readonly #trail: (readonly string[])[] = [];
  readonly #indexes: number[] = [];
  #depth = 0;
  #property: readonly string[] = [];
  #index = -1;
  #path = '';

  /** Goes down to the object, or the entry of a list, that a property holds. */
  enter(property: readonly string[], index = -1): void {
    this.#trail[this.#depth] = property;
    this.#indexes[this.#depth++] = index;
  }

  leave(): void {
    this.#depth--;
  }

  /** The row whose lens speaks next; `index` is that of an entry in the row's list. */
  at(property: readonly string[], path: string, index = -1): void {
    this.#property = property;
    this.#path = path;
    this.#index = index;
  }

  tell(reason: NoteReason): void {
    const names: string[] = [];
    for (let depth = 0; depth < this.#depth; depth++) add(names, this.#trail[depth] ?? [], this.#indexes[depth] ?? -1);
    add(names, this.#property, this.#index);
    const pointer = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    this.list.push({ reason, pointer, path: this.#path });
  }
}

function add(names: string[], property: readonly string[], index: number): void {
  names.push(...property.filter((name) => name !== ''));
  if (index >= 0) names.push(String(index));
}
