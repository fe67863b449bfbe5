import type { Payers } from '../../store/clearinghouse-tables.js';
import type { PayerDetails, Support } from './schemas.js';

/** Columns of JSON of payers, as an import has checked and written them. */
export function detailsOf({ details }: Pick<Payers, 'details'>): PayerDetails {
  return JSON.parse(details) as PayerDetails;
}

export function supportOf({
  transaction_support,
}: Pick<Payers, 'transaction_support'>): Readonly<Partial<Record<string, Support>>> {
  return JSON.parse(transaction_support) as Partial<Record<string, Support>>;
}
