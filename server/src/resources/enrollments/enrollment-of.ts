import type { AccountQueries } from '../../store/account-queries.js';
import type { Payer } from '../payers/payer.js';
import type { EnrolledTransaction } from './given-enrollments.js';
import { type IndexOf, type Provider, providerColumns } from './provider.js';

/** `missing`: the payer asks for enrollment, and none of this provider is known. */
export type EnrollmentState = 'not-needed' | 'live' | 'missing';

/** Whether a provider of the account may exchange a transaction with a payer. */
export async function enrollmentOf(
  queries: AccountQueries,
  { platformId, transactionSupport }: Payer,
  transaction: EnrolledTransaction,
  { provider, indexOf }: { readonly provider: Provider; readonly indexOf: IndexOf },
): Promise<EnrollmentState> {
  if (transactionSupport[transaction] !== 'ENROLLMENT_REQUIRED') return 'not-needed';
  const columns = await providerColumns(provider, indexOf);
  if (columns === undefined) return 'missing';
  const row = await queries
    .from('enrollments')
    .select('id')
    .where('payer_id', '=', platformId)
    .where('transaction_type', '=', transaction)
    .where('npi', '=', columns.npi)
    .where('tax_index', '=', columns.tax_index)
    .where('status', '=', 'LIVE')
    .executeTakeFirst();
  return row === undefined ? 'missing' : 'live';
}
