import { isoTime } from '../../clock.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentHistory, ProviderEnrollments, Providers } from '../../store/enrollment-tables.js';
import { findPayers } from '../payers/find-payer.js';
import { findProvider } from '../providers/rows.js';
import { showSummary } from '../providers/shown.js';
import { enrollmentContent } from './columns.js';
import { historyOf } from './history.js';
import { findEnrollment } from './rows.js';
import type { Enrollment } from './schemas.js';

/** An enrollment with all that is shown with it. */
export interface EnrollmentParts {
  readonly row: ProviderEnrollments;
  readonly provider: Providers;
  /** `undefined`: the payer is not among them any more. */
  readonly payerName: string | undefined;
  readonly transactions: readonly string[];
  readonly history: readonly EnrollmentHistory[];
}

/** @throws Problem `not-found`. */
export async function readEnrollment(queries: AccountQueries, id: string): Promise<EnrollmentParts> {
  const row = await findEnrollment(queries, id);
  const payer = (await findPayers(queries.tx, [row.payer_id])).get(row.payer_id);
  const transactions = await queries
    .from('enrollment_transactions')
    .select('transaction_type')
    .where('enrollment_id', '=', id)
    .orderBy('transaction_type')
    .execute();
  return {
    row,
    provider: await findProvider(queries, row.provider_id),
    payerName: payer?.kind === 'found' ? payer.payer.displayName : undefined,
    transactions: transactions.map(({ transaction_type }) => transaction_type),
    history: await historyOf(queries, id),
  };
}

/** An enrollment as it is answered. */
export function showEnrollment(columns: PayloadColumns, parts: EnrollmentParts): Enrollment {
  const { row, provider, payerName, transactions, history } = parts;
  const { primaryContact, userEmail, providerTransactionAccessNumber, aggregationPreference } = enrollmentContent(
    columns,
    row,
  );
  return {
    ...{ id: row.id, status: row.status, source: row.source },
    payer: {
      platformPayerId: row.payer_id,
      ...(payerName === undefined ? {} : { name: payerName }),
      submittedPayerIdOrAlias: row.submitted_payer,
    },
    provider: showSummary(columns, provider),
    transactions: Object.fromEntries(transactions.map((name) => [name, { enroll: true }])),
    ...{ primaryContact, userEmail },
    ...(providerTransactionAccessNumber === undefined ? {} : { providerTransactionAccessNumber }),
    ...(aggregationPreference === undefined ? {} : { aggregationPreference }),
    ...(row.requested_date === '' ? {} : { requestedEffectiveDate: row.requested_date }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    statusLastUpdatedAt: isoTime(row.status_updated_at),
    ...(row.submitted_at === null ? {} : { submittedAt: isoTime(row.submitted_at) }),
    ...(row.last_era_at === 0 ? {} : { lastEraReceivedAt: isoTime(row.last_era_at) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    history: history.map(showChange),
  };
}

function showChange({
  changed_at,
  changed_by,
  new_status,
  previous_status,
}: EnrollmentHistory): Enrollment['history'][number] {
  return {
    ...{ type: 'STATUS_CHANGE', changedAt: isoTime(changed_at), changedBy: changed_by, newStatus: new_status },
    ...(previous_status === null ? {} : { previousStatus: previous_status }),
  };
}
