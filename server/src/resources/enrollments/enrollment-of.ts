import type { AccountQueries } from '../../store/account-queries.js';
import type { Payer } from '../payers/payer.js';
import type { EnrolledTransaction } from './given-enrollments.js';
import { type IndexOf, type Provider, providerColumns, taxIndexOf } from './provider.js';

/** `missing`: the payer asks for enrollment, and none of this provider is known. */
export type EnrollmentState = 'not-needed' | 'live' | 'missing';

interface Asked {
  readonly payer_id: string;
  readonly transaction_type: EnrolledTransaction;
}

/** Whether a provider of the account may exchange a transaction with a payer: by a mark of the operator, or by an enrollment that is LIVE. */
export async function enrollmentOf(
  queries: AccountQueries,
  { platformId, transactionSupport }: Payer,
  transaction: EnrolledTransaction,
  { provider, indexOf }: { readonly provider: Provider; readonly indexOf: IndexOf },
): Promise<EnrollmentState> {
  if (transactionSupport[transaction] !== 'ENROLLMENT_REQUIRED') return 'not-needed';
  const asked: Asked = { payer_id: platformId, transaction_type: transaction };
  const isLive =
    (await isMarked(queries, asked, provider, indexOf)) || (await isEnrolled(queries, asked, provider, indexOf));
  return isLive ? 'live' : 'missing';
}

async function isMarked(
  queries: AccountQueries,
  { payer_id, transaction_type }: Asked,
  provider: Provider,
  indexOf: IndexOf,
): Promise<boolean> {
  const columns = await providerColumns(provider, indexOf);
  if (columns === undefined) return false;
  const row = await queries
    .from('enrollments')
    .select('id')
    .where('payer_id', '=', payer_id)
    .where('transaction_type', '=', transaction_type)
    .where('npi', '=', columns.npi)
    .where('tax_index', '=', columns.tax_index)
    .where('status', '=', 'LIVE')
    .executeTakeFirst();
  return row !== undefined;
}

/** An enrollment is of an NPI with a tax id: whichever of them a request names has to be that of the enrollment. */
async function isEnrolled(
  queries: AccountQueries,
  { payer_id, transaction_type }: Asked,
  { npi = '', taxId = '' }: Provider,
  indexOf: IndexOf,
): Promise<boolean> {
  const taxIndex = await taxIndexOf(taxId, indexOf);
  if (npi === '' && taxIndex === undefined) return false;
  let rows = queries
    .from('enrollment_transactions')
    .select('enrollment_id')
    .where('payer_id', '=', payer_id)
    .where('transaction_type', '=', transaction_type)
    .where('status', '=', 'LIVE');
  if (npi !== '') rows = rows.where('npi', '=', npi);
  if (taxIndex !== undefined) rows = rows.where('tax_index', '=', taxIndex);
  return (await rows.executeTakeFirst()) !== undefined;
}
