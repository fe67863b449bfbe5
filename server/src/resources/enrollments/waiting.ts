import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentStatus } from '../../store/enrollment-tables.js';

/** An enrollment as the operator finds it among others. */
export interface WaitingEnrollment {
  readonly enrollmentId: string;
  readonly status: EnrollmentStatus;
  /** Platform id. */
  readonly payer: string;
  readonly providerName: string;
  readonly npi: string;
  readonly statusLastUpdatedAt: string;
}

const MOST = 1_000;

/** The first thousand of an account that have a status, those that were made first: ids begin with their time. */
export async function enrollmentsWith(
  queries: AccountQueries,
  status: EnrollmentStatus,
): Promise<readonly WaitingEnrollment[]> {
  const rows = await queries
    .from('provider_enrollments')
    .select(['id', 'status', 'payer_id', 'provider_name', 'provider_npi', 'status_updated_at'])
    .where('status', '=', status)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    ...{ enrollmentId: row.id, status: row.status, payer: row.payer_id, providerName: row.provider_name },
    ...{ npi: row.provider_npi, statusLastUpdatedAt: isoTime(row.status_updated_at) },
  }));
}
