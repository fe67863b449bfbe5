import { sql } from 'kysely';
import { type ReadConnection, readConnection } from '../../resources/connections/settings-of.js';
import { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Store, Transaction } from '../../store/store.js';
import type { Artifacts, Executions, Transactions } from '../../store/tables.js';
import { valueList } from '../../store/value-list.js';

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

export interface LoadedTarget extends ReadConnection {
  /** Whether the account has the bucket of the connection; `false` where it has none. */
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

interface Question {
  readonly executionId: string;
  readonly resolve: (delivery: LoadedDelivery | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads what deliveries that begin together need by the same few queries. */
export class DeliveryLoader {
  readonly #store: Store;
  #questions = new Map<string, Question[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @returns `undefined` where the execution is not there any more. */
  load(accountId: string, executionId: string): Promise<LoadedDelivery | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#questions.size === 0) setImmediate(() => this.#answer());
      const questions = this.#questions.get(accountId) ?? [];
      this.#questions.set(accountId, questions);
      questions.push({ executionId, resolve, reject });
    });
  }

  #answer(): void {
    const all = this.#questions;
    this.#questions = new Map();
    for (const [accountId, questions] of all) {
      const ids = questions.map(({ executionId }) => executionId);
      this.#store
        .read((db) => readDeliveries(db, this.#store.dialect, accountId, ids))
        .then((found) => {
          for (const { executionId, resolve } of questions) resolve(found.get(executionId));
        })
        .catch((error: unknown) => {
          for (const { reject } of questions) reject(error);
        });
    }
  }
}

async function readDeliveries(
  db: Transaction,
  dialect: Store['dialect'],
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedDelivery>> {
  const queries = new AccountQueries(db, accountId);
  const listed = (values: readonly string[]) => sql<string>`(select value from ${valueList(dialect, values)})`;
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
  listed: (values: readonly string[]) => ReturnType<typeof sql<string>>,
): Promise<ReadonlyMap<string, LoadedTarget>> {
  const rows = await queries
    .from('connections')
    .selectAll()
    .where('id', 'in', listed([...new Set(connectionIds)]))
    .execute();
  const known = rows.map(readConnection);
  const names = known.flatMap(({ bucket }) => bucket ?? []);
  const buckets = names.length === 0 ? [] : await bucketsNamed(queries, listed(names));
  const there = new Set(buckets.map(({ name }) => name));
  return new Map(known.map((read) => [read.connection.id, { ...read, bucketExists: there.has(read.bucket ?? '') }]));
}

function bucketsNamed(queries: AccountQueries, names: ReturnType<typeof sql<string>>) {
  return queries.from('buckets').select('name').where('name', 'in', names).execute();
}
