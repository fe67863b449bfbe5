import { makeIndexes } from '../migrations/make-indexes.js';
import { MIGRATIONS, migrate } from '../migrations/migrate.js';
import { SqliteConnection } from './connection.js';
import type { Database } from './load-sqlite.js';
import { describeTables } from './plan-statistics.js';
import { WriteQueue } from './write-queue.js';

/** Durable at each commit, whatever the journal is. */
const WRITER = [
  'cache_size = -16000',
  'synchronous = full',
  'foreign_keys = on',
  'busy_timeout = 5000',
  'temp_store = memory',
];

export interface WriterOptions {
  /** Statements that make the connection what it is for, beside those of every one that writes. */
  readonly pragmas: readonly string[];
  /** Stops at an older schema; for tests of upgrades. */
  readonly schema?: number | undefined;
  /** Milliseconds of statements of a transaction after which others have a turn of the event loop. Default 20. */
  readonly restAfterMs?: number | undefined;
  /** Learns of each commit how many rows it has changed. */
  readonly committed?: ((rows: number) => void) | undefined;
}

/** The one connection that writes to a store, brought to the schema of this release, and the queue of what is written over it. */
export async function openWriter(
  database: Database,
  { pragmas, schema, restAfterMs = 20, committed }: WriterOptions,
): Promise<{ readonly writer: SqliteConnection; readonly queue: WriteQueue }> {
  const writer = new SqliteConnection(prepared(database, [...pragmas, ...WRITER]), { restAfterMs });
  const queue = new WriteQueue(writer, committed);
  await queue.write(async (tx) => {
    await migrate(tx, 'sqlite', schema);
    await makeIndexes(tx, schema ?? MIGRATIONS.length);
    await describeTables(tx);
  });
  return { writer, queue };
}

export function prepared(database: Database, pragmas: readonly string[]): Database {
  for (const pragma of pragmas) database.exec(`pragma ${pragma}`);
  return database;
}
