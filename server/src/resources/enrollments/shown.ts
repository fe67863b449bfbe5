import { isoTime } from '../../clock.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type {
  EnrollmentDocuments,
  EnrollmentHistory,
  EnrollmentTasks,
  ProviderEnrollments,
  Providers,
} from '../../store/enrollment-tables.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';
import { documentsOf, showDocument } from '../enrollment-documents/shown.js';
import { showTask, tasksOf } from '../enrollment-tasks/shown.js';
import { findPayers } from '../payers/find-payer.js';
import { providersWith } from '../providers/rows.js';
import { showSummary } from '../providers/shown.js';
import { enrollmentContent } from './columns.js';
import { historiesOf } from './history.js';
import { findEnrollment } from './rows.js';
import type { Enrollment, EnrollmentSummary } from './schemas.js';

type Showing = Pick<Platform, 'sealedColumns' | 'clock'>;

/** An enrollment, and who and what it is about. */
export interface EnrollmentHead {
  readonly row: ProviderEnrollments;
  readonly provider: Providers;
  /** `undefined`: the payer is not among them any more. */
  readonly payerName: string | undefined;
  readonly transactions: readonly string[];
}

/** An enrollment with all that is shown with it. */
export interface EnrollmentParts extends EnrollmentHead {
  readonly history: readonly EnrollmentHistory[];
  readonly documents: readonly EnrollmentDocuments[];
  readonly tasks: readonly EnrollmentTasks[];
}

/** @throws Problem `not-found`. */
export async function readEnrollment(queries: AccountQueries, id: string): Promise<EnrollmentParts> {
  const row = await findEnrollment(queries, id);
  const [parts] = await partsOf(queries, [row]);
  if (parts === undefined) throw new Error('There is one for each row.');
  return parts;
}

/** By few statements, however many rows there are. */
export async function partsOf(
  queries: AccountQueries,
  rows: readonly ProviderEnrollments[],
): Promise<readonly EnrollmentParts[]> {
  const ids = rows.map(({ id }) => id);
  const heads = await headsOf(queries, rows);
  const histories = grouped(await historiesOf(queries, ids), ({ enrollment_id }) => enrollment_id);
  const documents = grouped(await documentsOf(queries, ids), ({ enrollment_id }) => enrollment_id);
  const tasks = grouped(await tasksOf(queries, ids), ({ enrollment_id }) => enrollment_id);
  return heads.map((head) => {
    const { id } = head.row;
    return {
      ...head,
      history: histories.get(id) ?? [],
      documents: documents.get(id) ?? [],
      tasks: tasks.get(id) ?? [],
    };
  });
}

/** The same without what an enrollment may have many of. */
export async function headsOf(
  queries: AccountQueries,
  rows: readonly ProviderEnrollments[],
): Promise<readonly EnrollmentHead[]> {
  const ids = rows.map(({ id }) => id);
  const providers = await providersWith(queries, [...new Set(rows.map(({ provider_id }) => provider_id))]);
  const payers = await findPayers(queries.tx, [...new Set(rows.map(({ payer_id }) => payer_id))]);
  const transactions = grouped(await transactionsOf(queries, ids), ({ enrollment_id }) => enrollment_id);
  return rows.map((row) => {
    const provider = providers.get(row.provider_id);
    // Nobody deletes a provider who has enrollments.
    if (provider === undefined) throw new Error('The provider of an enrollment is missing.');
    const payer = payers.get(row.payer_id);
    return {
      ...{ row, provider, payerName: payer?.kind === 'found' ? payer.payer.displayName : undefined },
      transactions: (transactions.get(row.id) ?? []).map(({ transaction_type }) => transaction_type),
    };
  });
}

function transactionsOf(queries: AccountQueries, ids: readonly string[]) {
  return queries
    .from('enrollment_transactions')
    .select(['enrollment_id', 'transaction_type'])
    .where('enrollment_id', 'in', listOf(queries.tx, ids))
    .orderBy('transaction_type')
    .execute();
}

/** An enrollment as it is answered. */
export function showEnrollment(services: Showing, parts: EnrollmentParts): Enrollment {
  const { primaryContact, userEmail, providerTransactionAccessNumber } = enrollmentContent(
    services.sealedColumns,
    parts.row,
  );
  return {
    ...commonOf(services, parts),
    ...{ primaryContact, userEmail },
    ...(providerTransactionAccessNumber === undefined ? {} : { providerTransactionAccessNumber }),
  };
}

/** An enrollment as lists show it. */
export function showEnrollmentSummary(services: Showing, parts: EnrollmentParts): EnrollmentSummary {
  const { import_id } = parts.row;
  return { ...commonOf(services, parts), ...(import_id === null ? {} : { importId: import_id }) };
}

function commonOf({ sealedColumns: columns, clock }: Showing, parts: EnrollmentParts): EnrollmentSummary {
  const { row, provider, payerName, transactions, history } = parts;
  const now = clock.now();
  const { aggregationPreference } = enrollmentContent(columns, row);
  return {
    ...{ id: row.id, status: row.status, source: row.source },
    payer: {
      platformPayerId: row.payer_id,
      ...(payerName === undefined ? {} : { name: payerName }),
      submittedPayerIdOrAlias: row.submitted_payer,
    },
    provider: showSummary(columns, provider),
    transactions: Object.fromEntries(transactions.map((name) => [name, { enroll: true }])),
    ...(aggregationPreference === undefined ? {} : { aggregationPreference }),
    ...(row.requested_date === '' ? {} : { requestedEffectiveDate: row.requested_date }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    statusLastUpdatedAt: isoTime(row.status_updated_at),
    ...(row.submitted_at === null ? {} : { submittedAt: isoTime(row.submitted_at) }),
    ...(row.last_era_at === 0 ? {} : { lastEraReceivedAt: isoTime(row.last_era_at) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    history: history.map(showChange),
    documents: parts.documents.map((document) => showDocument(document, now)),
    tasks: parts.tasks.map((task) => showTask(columns, task)),
  };
}

function showChange(row: EnrollmentHistory): Enrollment['history'][number] {
  const { changed_at, changed_by, new_status, previous_status } = row;
  return {
    ...{ type: 'STATUS_CHANGE', changedAt: isoTime(changed_at), changedBy: changed_by, newStatus: new_status },
    ...(previous_status === null ? {} : { previousStatus: previous_status }),
  };
}
