import { sql } from 'kysely';
import pg from 'pg';
import { boundKysely } from '../bound-kysely.js';
import type { StoreCopy } from '../store-copy.js';
import { PostgresConnection } from './connection.js';
import { POSTGRES } from './dialect.js';
import { runTool, type ToolPlace } from './postgres-tools.js';
import { TransactionSender } from './send-together.js';
import type { Sent } from './statement-batch.js';
import { storeErrorOf } from './store-error-of.js';

const BEGIN: Sent = {
  name: undefined,
  text: 'begin isolation level repeatable read read only',
  values: [],
  resolve: () => {},
  reject: () => {},
};

/**
 * Copies a store on PostgreSQL by `pg_dump`, while processes write to it: the copy and the queries on it see the same snapshot.
 * @throws StoreError `unavailable`.
 */
export async function copyPostgres(place: ToolPlace & { readonly path: string }): Promise<StoreCopy> {
  const pool = new pg.Pool({ connectionString: place.url, max: 1, keepAlive: true });
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    client.on('error', () => {});
    const db = boundKysely(new PostgresConnection(new TransactionSender(client, { first: BEGIN })), POSTGRES);
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(db);
    const snapshot = `--snapshot=${rows[0]?.id ?? ''}`;
    await runTool(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-acl', '--no-comments', snapshot, `--file=${place.path}`],
      place,
    );
    return {
      read: (work) => work(db),
      close: async () => {
        client.release(true);
        await pool.end();
      },
    };
  } catch (error) {
    // A client that is out ends with its socket.
    void pool.end();
    throw storeErrorOf(error);
  }
}
