import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import type { Store } from '../../src/store/store.js';
import type { StorePlace } from './store-factory.js';

/**
 * A new database of a server, for one test: what others do is not in it.
 * @param template a database that it is a copy of. Default: an empty one.
 */
export async function postgresPlace(server: string, template = 'template1'): Promise<StorePlace> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const opened: Store[] = [];
  return {
    dialect: 'postgres',
    address: url.href,
    async open(options) {
      const store = await openPostgres({ url: url.href, poolSize: 5, ...options });
      opened.push(store);
      return store;
    },
    async remove() {
      await Promise.all(opened.map((store) => store.close()));
      await run(server, `drop database ${name} with (force)`);
    },
  };
}

let migrated: Promise<string> | undefined;

/** One that has the newest schema, which is made once a worker and copied. */
export async function migratedPostgresPlace(server: string): Promise<StorePlace> {
  migrated ??= migratedDatabase(server);
  return postgresPlace(server, await migrated);
}

/** It goes with its server, at the end of the run. @returns its name. */
async function migratedDatabase(server: string): Promise<string> {
  const { address, open } = await postgresPlace(server);
  await (await open()).close();
  return new URL(address).pathname.slice(1);
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
