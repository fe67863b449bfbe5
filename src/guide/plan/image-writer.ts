import { packCode } from './code-table.js';
import { tableOf } from './image.js';
import type { CodeTable } from './plan.js';

/** Puts the rows and tables of an image one behind the other; equal lists of codes lie in it once. */
export class ImageWriter {
  /** Word 0 is unused, so that no offset is 0. */
  readonly words: number[] = [0];
  readonly #tables = new Map<CodeTable | string, number>();

  /** Puts words at the end. @returns their offset. */
  put(words: readonly number[]): number {
    const offset = this.words.length;
    for (const word of words) this.words.push(word);
    return offset;
  }

  /** A list: its length, and its members. */
  list(members: readonly number[]): number {
    return this.put([members.length, ...members]);
  }

  /** The table of a list of codes. Codes that cannot be packed are not in it, nor such as may hold a delimiter. */
  codes(table: CodeTable): number {
    let offset = this.#tables.get(table);
    if (offset === undefined) {
      offset = this.keys([...table.values].filter(isPlainCode).map(packCode));
      this.#tables.set(table, offset);
    }
    return offset;
  }

  /** The table of packed codes. */
  keys(packed: readonly number[]): number {
    const keys = packed.filter((key) => key !== 0);
    const name = keys.join();
    let offset = this.#tables.get(name);
    if (offset === undefined) {
      offset = this.put(tableOf(keys));
      this.#tables.set(name, offset);
    }
    return offset;
  }
}

/** No letter, digit or blank is a delimiter: what has others may be one value or several. */
export function isPlainCode(code: string): boolean {
  return /^[A-Za-z0-9 ]*$/.test(code);
}
