import { isoTime } from '../../clock.js';
import type { Services } from '../../exchange/services.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transactions } from '../../store/tables.js';
import type { Artifact } from '../artifacts/schemas.js';
import { type ArtifactRow, artifactBody, artifactsOf } from '../artifacts/shown.js';
import type { Transaction } from './schemas.js';

type BodyServices = Pick<Services, 'store' | 'publicUrl'>;

/** Transactions as the interface shows them, with all their artifacts read at once. */
export async function transactionBodies(
  services: BodyServices,
  queries: AccountQueries,
  rows: readonly Transactions[],
): Promise<readonly Transaction[]> {
  const owners = [...new Set(rows.flatMap(({ id, execution_id }) => [id, execution_id]))];
  const byOwner = grouped(await artifactsOf(queries, owners), ({ owner_id }) => owner_id);
  return rows.map((row) => {
    const own = byOwner.get(row.id) ?? [];
    return transactionBody(row, artifactBodies(services, row, own, byOwner.get(row.execution_id) ?? []));
  });
}

function artifactBodies(
  services: BodyServices,
  { id }: Transactions,
  own: readonly ArtifactRow[],
  ofExecution: readonly ArtifactRow[],
): readonly Artifact[] {
  const output = outputOf(own, ofExecution);
  const others = own.filter((artifact) => artifact !== output);
  return [...others, ...(output === undefined ? [] : [output])].map((artifact) => {
    const url = artifact.usage === 'attachment' ? `attachment/${artifact.id}` : artifact.usage;
    return { ...artifactBody(services, artifact, `/transactions/${id}/${url}`), model: 'transaction' as const };
  });
}

/** A transaction that is alone in its file has no output of its own: the file is its output. */
export function outputOf(own: readonly ArtifactRow[], ofExecution: readonly ArtifactRow[]): ArtifactRow | undefined {
  return own.find(({ usage }) => usage === 'output') ?? ofExecution.find(({ usage }) => usage === 'output');
}

function transactionBody(row: Transactions, artifacts: readonly Artifact[]): Transaction {
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
    // Both columns are JSON that this server has written.
    businessIdentifiers: JSON.parse(row.business_identifiers),
    x12: JSON.parse(row.x12),
  };
}
