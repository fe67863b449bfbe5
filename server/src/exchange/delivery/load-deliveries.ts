import type { RawBuilder } from 'kysely';
import { Gatherer } from '../../gatherer.js';
import { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Store, Transaction } from '../../store/store.js';
import type { Artifacts, Connections, Executions, Transactions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { type ConnectionSettings, settingsOf } from '../transports/open-transport.js';

/** An artifact without its bytes. */
export type ArtifactFacts = Pick<Artifacts, 'id' | 'model' | 'owner_id' | 'usage' | 'type' | 'size'>;

/** What a delivery needs to know. */
export interface LoadedDelivery {
  readonly accountId: string;
  readonly execution: Omit<Executions, 'account_id'>;
  readonly transactions: readonly TransactionFacts[];
  /** The file, with its bytes or where they are; `undefined`: it is not there any more. */
  readonly output: Artifacts | undefined;
  /** Those of the execution and of its transactions, by owner. */
  readonly artifacts: ReadonlyMap<string, readonly ArtifactFacts[]>;
  readonly target: LoadedTarget | undefined;
}

export interface LoadedTarget {
  readonly connection: Connections;
  readonly settings: ConnectionSettings;
  readonly bucketExists: boolean;
}

export type TransactionFacts = Pick<
  Transactions,
  | 'id'
  | 'execution_id'
  | 'direction'
  | 'mode'
  | 'key_mode'
  | 'partnership_id'
  | 'sender_id'
  | 'receiver_id'
  | 'x12'
  | 'processed_at'
>;

/** Reads what deliveries of one account that begin in one turn need by the same few queries. */
export class DeliveryLoader {
  readonly #executions: Gatherer<string, LoadedDelivery | undefined>;

  constructor(store: Store) {
    this.#executions = new Gatherer(
      async (take, accountId) => {
        const found = await store.read((db) => readDeliveries(db, accountId, take()));
        return take().map((executionId) => found.get(executionId));
      },
      { begin: 'next-turn', runs: 'side-by-side' },
    );
  }

  /** @returns `undefined` where the execution is not there any more. */
  load(accountId: string, executionId: string): Promise<LoadedDelivery | undefined> {
    return this.#executions.add(executionId, accountId);
  }
}

async function readDeliveries(
  db: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedDelivery>> {
  const queries = new AccountQueries(db, accountId);
  const listed = (values: readonly string[]) => listOf(db, values);
  const [executions, transactions, outputs] = await Promise.all([
    queries.from('executions').selectAll().where('id', 'in', listed(ids)).execute(),
    queries
      .from('transactions')
      .select(['id', 'execution_id', 'direction', 'mode', 'key_mode', 'partnership_id', 'sender_id', 'receiver_id'])
      .select(['x12', 'processed_at'])
      .where('execution_id', 'in', listed(ids))
      .orderBy('place')
      .execute(),
    queries
      .from('artifacts')
      .selectAll()
      .where('owner_id', 'in', listed(ids))
      .where('model', '=', 'execution')
      .where('usage', '=', 'output')
      .execute(),
  ]);
  const [artifacts, targets] = await Promise.all([
    queries
      .from('artifacts')
      .select(['id', 'model', 'owner_id', 'usage', 'type', 'size'])
      .where('owner_id', 'in', listed([...ids, ...transactions.map(({ id }) => id)]))
      .execute(),
    readTargets(
      queries,
      executions.flatMap(({ connection_id }) => connection_id ?? []),
      listed,
    ),
  ]);
  const setsOf = grouped(transactions, ({ execution_id }) => execution_id);
  const artifactsOf = grouped(artifacts, ({ owner_id }) => owner_id);
  return new Map(
    executions.map((execution) => [
      execution.id,
      {
        accountId,
        execution,
        transactions: setsOf.get(execution.id) ?? [],
        output: outputs.find(({ owner_id }) => owner_id === execution.id),
        artifacts: artifactsOf,
        target: targets.get(execution.connection_id ?? ''),
      },
    ]),
  );
}

async function readTargets(
  queries: AccountQueries,
  connectionIds: readonly string[],
  listed: (values: readonly string[]) => RawBuilder<string>,
): Promise<ReadonlyMap<string, LoadedTarget>> {
  const rows = await queries
    .from('connections')
    .selectAll()
    .where('id', 'in', listed([...new Set(connectionIds)]))
    .execute();
  const known = rows.map((connection) => ({ connection, settings: settingsOf(connection) }));
  const names = known.flatMap(({ settings }) => bucketOf(settings) ?? []);
  const buckets = names.length === 0 ? [] : await bucketsNamed(queries, listed(names));
  const there = new Set(buckets.map(({ name }) => name));
  return new Map(
    known.map(({ connection, settings }) => [
      connection.id,
      { connection, settings, bucketExists: there.has(bucketOf(settings) ?? '') },
    ]),
  );
}

function bucketsNamed(queries: AccountQueries, names: RawBuilder<string>) {
  return queries.from('buckets').select('name').where('name', 'in', names).execute();
}

/** The bucket that a connection delivers into. */
export function bucketOf(settings: ConnectionSettings): string | undefined {
  return settings.kind === 'bucket' || settings.kind === 'hosted-sftp' ? settings.values.bucketName : undefined;
}
