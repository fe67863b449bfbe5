import { isoTime } from '../../clock.js';
import { FAMILIES } from '../../families.js';
import { artifactsOf } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transactions } from '../../store/tables.js';
import type { Artifact } from '../artifacts/schemas.js';
import { showArtifact } from '../artifacts/shown.js';
import type { Acknowledgment } from '../tracking/acknowledgment.js';
import { businessIdentifiersOf, fragmentsOf, x12Of } from './columns.js';
import { fragmentDocument, outputOf, type TransactionDocuments } from './documents.js';
import type { Transaction, TransactionFragment } from './schemas.js';

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
  const fragments = fragmentsOf(row);
  return {
    transactionId: row.id,
    fileExecutionId: row.execution_id,
    status: row.status,
    direction: row.direction,
    mode: row.mode,
    processedAt: isoTime(row.processed_at),
    artifacts: [...artifacts],
    ...(fragments === undefined ? {} : { fragments }),
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

/**
 * A part of a transaction that was taken apart.
 * @returns `undefined` where there is no such one.
 */
export async function showFragment(
  services: Shows,
  queries: AccountQueries,
  row: Transactions,
  index: number,
): Promise<TransactionFragment | undefined> {
  const fragments = fragmentsOf(row);
  const part = await fragmentDocument(queries, row, index);
  if (fragments === undefined || part === undefined) return undefined;
  const { businessIdentifiers: _, acknowledgment: __, status: ___, ...shown } = showTransaction(row, []);
  const path = `/transactions/${row.id}/fragments/${index}/output`;
  return {
    ...shown,
    fragments,
    fragmentIndex: index,
    artifacts: [showArtifact(services, part, path)],
    transactionUrl: `${services.publicUrl}/${FAMILIES.core.version}/transactions/${row.id}`,
  };
}
