import type { Caller } from '../../caller.js';
import { type ArtifactRow, artifactsOf } from '../../objects/artifact-rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
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
  return (
    own.find(({ usage, model }) => usage === 'output' && model !== 'fragment') ??
    ofFile.find(({ usage }) => usage === 'output')
  );
}
