import type { AccountQueries } from '../../store/account-queries.js';

/** An enrollment as the operator is shown it; a tax id is never read back. */
export interface ListedEnrollment {
  readonly enrollmentId: string;
  /** Platform id. */
  readonly payer: string;
  readonly transaction: string;
  /** Absent: the provider is known by the tax id. */
  readonly npi?: string;
  readonly status: string;
  readonly source: string;
}

const MOST = 1_000;

/** The first thousand of an account, by payer. @param payer platform id; absent: of all. */
export async function listEnrollments(
  queries: AccountQueries,
  payer: string | undefined,
): Promise<readonly ListedEnrollment[]> {
  const all = queries.from('enrollments').selectAll();
  const rows = await (payer === undefined ? all : all.where('payer_id', '=', payer))
    .orderBy('payer_id')
    .orderBy('transaction_type')
    .orderBy('npi')
    .orderBy('tax_index')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    enrollmentId: row.id,
    payer: row.payer_id,
    transaction: row.transaction_type,
    ...(row.npi === '' ? {} : { npi: row.npi }),
    status: row.status,
    source: row.source,
  }));
}
