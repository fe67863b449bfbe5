import type { Payers } from '../../store/clearinghouse-tables.js';
import { supportOf } from './columns.js';
import type { Support } from './schemas.js';

/** As much of a payer as a transaction with it needs. */
export interface Payer {
  /** Five letters, which never change. */
  readonly platformId: string;
  readonly displayName: string;
  readonly primaryPayerId: string;
  readonly transactionSupport: Readonly<Partial<Record<string, Support>>>;
  /** Whether a check whose provider is not enrolled is sent with a warning, or not at all. */
  readonly enrollmentPolicy: Payers['enrollment_policy'];
  /** Takes requests from the United States only. */
  readonly usOnly: boolean;
}

export function payerOf(row: Payers): Payer {
  return {
    platformId: row.id,
    displayName: row.display_name,
    primaryPayerId: row.primary_payer_id,
    transactionSupport: supportOf(row),
    enrollmentPolicy: row.enrollment_policy,
    usOnly: row.us_only === 1,
  };
}
