/**
 * A step of the second class: an index, which a table of any size gets while others write to it. `build-indexes.ts` of PostgreSQL does
 * so beside the running server; on SQLite, and in a new database, it is made with the tables. Steps have names in place of numbers:
 * what is there is read from the database, so a step that was cut off is seen and made again. What was released is never changed: an
 * index of other columns has another name.
 */
export interface IndexStep {
  /** Of the index; unique over all. */
  readonly name: string;
  /** Table, columns and condition: `feed (account_id, kind)`. */
  readonly on: string;
  readonly unique?: true;
  /** The migration that has all it names. */
  readonly schema: number;
  /** An index that nobody needs once this one is there. */
  readonly replaces?: string;
}

/** @param concurrently writers go on meanwhile; not inside of a transaction, and on PostgreSQL only. */
export function createIndex({ name, on, unique }: IndexStep, concurrently?: 'concurrently'): string {
  return `create ${unique ? 'unique ' : ''}index ${concurrently ?? ''} if not exists ${name} on ${on}`;
}
