import { Gatherer } from '../../gatherer.js';
import { type ArtifactRow, executionOutputs, unorderedArtifactsOf } from '../../objects/artifact-rows.js';
import { existingBuckets } from '../../resources/buckets/object-rows.js';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import { type ReadConnection, readConnection } from '../../resources/connections/settings-of.js';
import { executionsWithIds } from '../../resources/executions/rows.js';
import { type SentTransaction, transactionsOfFiles } from '../../resources/transactions/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Store } from '../../store/store.js';
import type { Artifacts, Connections, Executions } from '../../store/tables.js';

/** What a delivery needs to know. */
export interface LoadedDelivery {
  readonly accountId: string;
  readonly execution: Omit<Executions, 'account_id'>;
  readonly transactions: readonly SentTransaction[];
  /** The file, with its bytes or where they are; `undefined`: it is not there any more. */
  readonly output: Artifacts | undefined;
  /** Those of the execution and of its transactions, by owner. */
  readonly artifacts: ReadonlyMap<string, readonly ArtifactRow[]>;
  readonly target: LoadedTarget | undefined;
}

export interface LoadedTarget extends ReadConnection {
  /** Whether the account has the bucket of the connection; `false` where it has none. */
  readonly bucketExists: boolean;
}

/** Reads what deliveries of one account that begin in one turn need by the same few queries. */
export class DeliveryLoader {
  readonly #executions: Gatherer<string, LoadedDelivery | undefined>;

  constructor(store: Store) {
    this.#executions = new Gatherer(
      async (take, accountId) => {
        const found = await readRows(store, accountId, (queries) => readDeliveries(queries, take()));
        return take().map((executionId) => {
          const delivery = found.get(executionId);
          return delivery instanceof Error ? Promise.reject(delivery) : delivery;
        });
      },
      { begin: 'next-turn', runs: 'side-by-side' },
    );
  }

  /** @returns `undefined` where the execution is not there any more. */
  load(accountId: string, executionId: string): Promise<LoadedDelivery | undefined> {
    return this.#executions.add(executionId, accountId);
  }
}

/** Two rounds of queries, however many deliveries: what belongs to the executions, then what that names. */
async function readDeliveries(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedDelivery | Error>> {
  const [executions, transactions, outputs] = await Promise.all([
    executionsWithIds(queries, ids),
    transactionsOfFiles(queries, ids),
    executionOutputs(queries, ids),
  ]);
  const [artifacts, targets] = await Promise.all([
    unorderedArtifactsOf(queries, [...ids, ...transactions.map(({ id }) => id)]),
    readTargets(
      queries,
      executions.flatMap(({ connection_id }) => connection_id ?? []),
    ),
  ]);
  const setsOf = grouped(transactions, ({ execution_id }) => execution_id);
  const artifactsOf = grouped(artifacts, ({ owner_id }) => owner_id);
  const loaded = (execution: Executions): LoadedDelivery | Error => {
    const target = targets.get(execution.connection_id ?? '');
    if (target instanceof Error) return target;
    return {
      accountId: queries.accountId,
      execution,
      transactions: setsOf.get(execution.id) ?? [],
      output: outputs.find(({ owner_id }) => owner_id === execution.id),
      artifacts: artifactsOf,
      target,
    };
  };
  return new Map(executions.map((execution) => [execution.id, loaded(execution)]));
}

/** By connection; an error for one that cannot be read, so that it fails the deliveries over it and no others. */
async function readTargets(
  queries: AccountQueries,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, LoadedTarget | Error>> {
  const rows = await connectionsWithIds(queries, connectionIds);
  const read = rows.map((row) => ({ id: row.id, target: attempted(row) }));
  const buckets = await existingBuckets(
    queries,
    read.flatMap(({ target }) => (target instanceof Error ? [] : (target.bucket ?? []))),
  );
  return new Map(
    read.map(({ id, target }) => [
      id,
      target instanceof Error ? target : { ...target, bucketExists: buckets.has(target.bucket ?? '') },
    ]),
  );
}

/** A later version, which runs beside this one or did before, may have written a kind that this one does not know. */
function attempted(row: Connections): ReadConnection | Error {
  try {
    return readConnection(row);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
