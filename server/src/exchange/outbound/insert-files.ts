import type { PreparedArtifact } from '../../objects/artifacts.js';
import { insertExecutions } from '../../resources/executions/outcomes.js';
import { insertSentGroups } from '../../resources/tracking/sent-groups.js';
import { insertBusinessIdentifiers, insertTransactions } from '../../resources/transactions/outcomes.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { enqueueDeliveries, type NewDelivery } from '../delivery/enqueue-delivery.js';
import type { Services } from '../services.js';

/** Rows of one interchange, but for its artifacts. */
export interface InterchangeRows {
  readonly execution: OwnRow<'executions'>;
  readonly transactions: readonly OwnRow<'transactions'>[];
  readonly identifiers: readonly OwnRow<'business_identifiers'>[];
  readonly groups: readonly OwnRow<'sent_groups'>[];
}

/** A file whose bytes are safe, as it is written down. */
export interface WritableFile {
  readonly rows: InterchangeRows;
  readonly artifacts: readonly PreparedArtifact[];
  readonly delivery: NewDelivery;
}

/** Writes files down and promises their delivery, in the transaction of the answers; none of the statements waits for another. */
export async function insertFiles(
  queries: AccountQueries,
  files: readonly WritableFile[],
  { artifacts, jobs }: Pick<Services, 'artifacts' | 'jobs'>,
): Promise<void> {
  await Promise.all([
    insertExecutions(
      queries,
      files.map(({ rows }) => rows.execution),
    ),
    insertTransactions(
      queries,
      files.flatMap(({ rows }) => rows.transactions),
    ),
    insertBusinessIdentifiers(
      queries,
      files.flatMap(({ rows }) => rows.identifiers),
    ),
    insertSentGroups(
      queries,
      files.flatMap(({ rows }) => rows.groups),
    ),
    artifacts.insert(
      queries,
      files.flatMap((file) => file.artifacts),
    ),
    enqueueDeliveries(
      jobs,
      queries,
      files.map(({ delivery }) => delivery),
    ),
  ]);
}
