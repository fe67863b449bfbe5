import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readOwnerFile } from '../../src/owner-file.js';
import { newHome } from '../backup/home.js';
import { SECRET_VALUES } from '../support/patients.js';
import { filesWithValues, plantChecks } from '../support/planted-checks.js';
import { valuesIn } from '../support/search-values.js';
import { isOnPostgres } from '../support/store-factory.js';

it('nothing of a patient is in the store or the folder of data in the clear, with ENCRYPT_AT_REST', async () => {
  const home = await newHome({ ENCRYPT_AT_REST: '1' });
  const server = await home.start();
  const key = readOwnerFile(home.dataDir, 'live-key') ?? '';
  await plantChecks(server, key);
  expect(filesWithValues(home.dataDir)).toEqual([]);
  expect(isOnPostgres ? await rowsWithValues(server.services.store) : []).toEqual([]);
  await server.close();
  expect(filesWithValues(home.dataDir)).toEqual([]);
});

/** Tables of PostgreSQL that have one, as text: bytes are hex there. */
function rowsWithValues(store: Awaited<ReturnType<Awaited<ReturnType<typeof newHome>>['start']>>['services']['store']) {
  return store.read(async (db) => {
    const { rows: tables } = await sql<{ readonly name: string }>`select table_name as name
      from information_schema.tables where table_schema = current_schema()`.execute(db);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ readonly text: string }>`select row_to_json(t)::text as text
        from ${sql.table(name)} as t`.execute(db);
      found.push(
        ...rows.flatMap(({ text }) => valuesIn(Buffer.from(text), SECRET_VALUES).map(({ form }) => `${name}: ${form}`)),
      );
    }
    expect(tables.length).toBeGreaterThan(10);
    return found;
  });
}
