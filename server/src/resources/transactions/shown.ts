import { isoTime } from '../../clock.js';
import { artifactsOf } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transactions } from '../../store/tables.js';
import type { Artifact } from '../artifacts/schemas.js';
import { showArtifact } from '../artifacts/shown.js';
import type { Acknowledgment } from '../tracking/acknowledgment.js';
import { businessIdentifiersOf, x12Of } from './columns.js';
import { outputOf, type TransactionDocuments } from './documents.js';
import type { Transaction } from './schemas.js';

type Shows = Pick<Platform, 'publicUrl'>;

/** Transactions as the interface shows them, with their artifacts, which are read for all of them at once. */
export async function showTransactions(
  services: Shows,
  queries: AccountQueries,
  rows: readonly Transactions[],
): Promise<readonly Transaction[]> {
  const owners = [...new Set(rows.flatMap(({ id, execution_id }) => [id, execution_id]))];
  const byOwner = grouped(await artifactsOf(queries, owners), ({ owner_id }) => owner_id);
  return rows.map((row) => {
    const documents = { own: byOwner.get(row.id) ?? [], ofFile: byOwner.get(row.execution_id) ?? [] };
    return showTransaction(row, showArtifacts(services, row, documents));
  });
}

/** The output comes last, and is the file's where the transaction has none of its own. */
function showArtifacts(services: Shows, { id }: Transactions, documents: TransactionDocuments): readonly Artifact[] {
  const output = outputOf(documents);
  const others = documents.own.filter((artifact) => artifact !== output);
  return [...others, ...(output === undefined ? [] : [output])].map((artifact) => {
    // A transaction has one document of each other usage, but any number of attachments.
    const path = artifact.usage === 'attachment' ? `attachment/${artifact.id}` : artifact.usage;
    return { ...showArtifact(services, artifact, `/transactions/${id}/${path}`), model: 'transaction' as const };
  });
}

function showTransaction(row: Transactions, artifacts: readonly Artifact[]): Transaction {
  return {
    transactionId: row.id,
    fileExecutionId: row.execution_id,
    status: row.status,
    direction: row.direction,
    mode: row.mode,
    processedAt: isoTime(row.processed_at),
    artifacts: [...artifacts],
    partnership: {
      partnershipId: row.partnership_id,
      partnershipType: 'x12',
      sender: { profileId: row.sender_id },
      receiver: { profileId: row.receiver_id },
    },
    businessIdentifiers: businessIdentifiersOf(row),
    // Written by `resources/tracking/` in the words of the interface.
    ...(row.direction === 'OUTBOUND' ? { acknowledgment: row.acknowledgment as Acknowledgment } : {}),
    x12: x12Of(row),
  };
}
