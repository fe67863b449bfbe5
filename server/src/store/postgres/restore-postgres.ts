import { sql } from 'kysely';
import pg from 'pg';
import { StoreError } from '../store.js';
import type { StoreRestore } from '../store-copy.js';
import { openPostgres } from './open-postgres.js';
import { runTool, type ToolPlace } from './postgres-tools.js';
import { RESTORING } from './restoring.js';
import { storeErrorOf } from './store-error-of.js';

/**
 * Prepares to restore a store into an empty database.
 * @throws StoreError `in-use` for a database with tables, `unavailable`.
 */
export async function restorePostgres(place: ToolPlace): Promise<StoreRestore> {
  const names = await connected(place.url, tablesOf);
  const isResumed = names.includes(RESTORING);
  if (!isResumed && names.length > 0) {
    throw new StoreError('in-use', 'The database of DATABASE_URL has tables. Restore into an empty database.');
  }
  return {
    isResumed,
    async begin() {
      await connected(place.url, async (client) => {
        await client.query(`create table if not exists ${RESTORING} ()`);
        await dropTables(client);
      });
    },
    async complete(path, work) {
      const whole = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-acl', '--no-comments'];
      await runTool('pg_restore', [...whole, path], place);
      const store = await openPostgres({ url: place.url, restoring: true });
      try {
        await store.write(async (tx) => {
          await work(tx);
          await sql`drop table ${sql.table(RESTORING)}`.execute(tx);
        });
      } finally {
        await store.close();
      }
    },
    close: async () => {},
  };
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw storeErrorOf(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whatever holds rows or gives numbers. */
async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')`,
  );
  return rows.map(({ name }: { readonly name: string }) => name);
}

/** What a restore that was cut off has brought: before it, the database was empty. */
async function dropTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    'select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()',
  );
  for (const { name } of rows as readonly { readonly name: string }[]) {
    if (name !== RESTORING) await client.query(`drop table ${name} cascade`);
  }
}
