import { StoreError } from './store.js';

/** What may be bound to a statement, on both databases. */
export type Bindable = null | number | bigint | string | Uint8Array;

/**
 * Lets through what both databases keep as it is. A Date or an object would silently become NULL in SQLite, a NUL cuts text or is
 * refused by PostgreSQL, half a surrogate pair comes back as something else.
 * @throws StoreError `value-refused`; it does not show the value.
 */
export function demandBindable(value: unknown): Bindable {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0') || !value.isWellFormed()) throw refused('text with NUL or half a character');
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw refused('a number that is not finite');
      return value;
    case 'bigint':
      return value;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      throw refused(value === undefined ? 'undefined' : typeof value);
  }
}

/** Text that a store can keep: well-formed Unicode without NUL. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function refused(what: string): StoreError {
  return new StoreError('value-refused', `A statement was given ${what}, which the database would not keep as it is.`);
}
