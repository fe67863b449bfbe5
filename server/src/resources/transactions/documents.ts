import type { Caller } from '../../caller.js';
import { type ArtifactRow, artifactsOf, someFragmentsOf } from '../../objects/artifact-rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Transactions } from '../../store/tables.js';
import { fragmentsOf } from './columns.js';
import { findTransaction } from './rows.js';

/** What is kept of a transaction, and of the file it is in. */
export interface TransactionDocuments {
  readonly own: readonly ArtifactRow[];
  readonly ofFile: readonly ArtifactRow[];
}

/**
 * A document of a transaction.
 * @param choose which of those that are kept.
 * @returns the id of the artifact; `undefined`: there is none.
 * @throws Problem `not-found` where there is no such transaction.
 */
export async function transactionDocument(
  queries: AccountQueries,
  caller: Caller,
  transactionId: string,
  choose: (documents: TransactionDocuments) => ArtifactRow | undefined,
): Promise<string | undefined> {
  const { id, execution_id } = await findTransaction(queries, caller, transactionId);
  const rows = await artifactsOf(queries, [id, execution_id]);
  const own = rows.filter((row) => row.owner_id === id);
  return choose({ own, ofFile: rows.filter((row) => row.owner_id !== id) })?.id;
}

/** A transaction that is alone in its file has no output of its own: the file is its output. */
export function outputOf({ own, ofFile }: TransactionDocuments): ArtifactRow | undefined {
  return own.find(({ usage }) => usage === 'output') ?? ofFile.find(({ usage }) => usage === 'output');
}

/** The document of a part of a transaction. @param index from 0. @returns `undefined` where there is no such one. */
export async function fragmentDocument(
  queries: AccountQueries,
  row: Pick<Transactions, 'id' | 'fragments'>,
  index: number,
): Promise<ArtifactRow | undefined> {
  if (index >= (fragmentsOf(row)?.fragmentCount ?? 0)) return undefined;
  const [part] = await someFragmentsOf(queries, row.id, { from: index, most: 1 });
  return part;
}
