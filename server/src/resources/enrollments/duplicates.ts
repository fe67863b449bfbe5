import type { AccountQueries } from '../../store/account-queries.js';
import { listOf } from '../../store/value-list.js';
import { OPEN_STATUSES } from './moves.js';
import type { EnrollmentToWrite } from './rows.js';
import type { Enrollment } from './schemas.js';

/** What to look at where the same provider is being enrolled with the same payer already: two applications may confuse the payer. */
export async function duplicateWarnings(
  queries: AccountQueries,
  id: string,
  { payer, provider, transactions }: EnrollmentToWrite,
): Promise<NonNullable<Enrollment['warnings']>> {
  const rows = await queries
    .from('enrollment_transactions')
    .select(['enrollment_id', 'transaction_type'])
    .where('payer_id', '=', payer.platformId)
    .where('npi', '=', provider.npi)
    .where('tax_index', '=', provider.tax_index)
    .where('transaction_type', 'in', listOf(queries.tx, transactions))
    .where('status', 'in', OPEN_STATUSES)
    .where('enrollment_id', '<>', id)
    .orderBy('transaction_type')
    .orderBy('enrollment_id')
    .limit(transactions.length * 2)
    .execute();
  return rows.map(({ enrollment_id, transaction_type }) => ({
    code: 'enrollment::open_already',
    description: `Enrollment ${enrollment_id} of this provider with this payer for ${transaction_type} is open already.`,
  }));
}
