import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isOnPostgres, migratedPlace } from '../support/store-factory.js';

/** Rows of these are never deleted, or few name them. */
const LASTING = ['accounts', 'payers', 'api_keys'];

it.runIf(!isOnPostgres)('rows that name others are found by an index when these are deleted', async () => {
  const place = await migratedPlace();
  try {
    const store = await place.open();
    const { rows } = await store.read((db) =>
      sql<{ readonly child: string; readonly column: string; readonly parent: string; readonly indexes: number }>`
        select child.name as child, min(key."from") as "column", key."table" as parent,
          sum((select count(*) from pragma_index_list(child.name) as own join pragma_index_info(own.name) as part
            where own.partial = 0 and part.seqno = 0 and part.name = key."from")) as indexes
        from sqlite_master as child join pragma_foreign_key_list(child.name) as key
        where child.type = 'table' group by child.name, key.id`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(20);
    const slow = rows.filter(({ parent, indexes }) => !LASTING.includes(parent) && indexes === 0);
    expect(slow.map(({ child, column }) => `${child}.${column}`)).toEqual([]);
  } finally {
    await place.remove();
  }
});
