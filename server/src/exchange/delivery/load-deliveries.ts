import { Gatherer } from '../../gatherer.js';
import { type ArtifactRow, executionOutputs, unorderedArtifactsOf } from '../../objects/artifact-rows.js';
import { existingBuckets } from '../../resources/buckets/object-rows.js';
import { connectionsById } from '../../resources/connections/sending-connection.js';
import { type ReadConnection, readConnection } from '../../resources/connections/settings-of.js';
import { executionsById } from '../../resources/executions/rows.js';
import { type SentTransaction, transactionsOfFiles } from '../../resources/transactions/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Store } from '../../store/store.js';
import type { Artifacts, Executions } from '../../store/tables.js';

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

/** Two rounds of queries, however many deliveries: what belongs to the executions, then what that names. */
async function readDeliveries(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadedDelivery>> {
  const [executions, transactions, outputs] = await Promise.all([
    executionsById(queries, ids),
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
  return new Map(
    executions.map((execution) => [
      execution.id,
      {
        accountId: queries.accountId,
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
): Promise<ReadonlyMap<string, LoadedTarget>> {
  const read = (await connectionsById(queries, connectionIds)).map(readConnection);
  const buckets = await existingBuckets(
    queries,
    read.flatMap(({ bucket }) => bucket ?? []),
  );
  return new Map(read.map((one) => [one.connection.id, { ...one, bucketExists: buckets.has(one.bucket ?? '') }]));
}
