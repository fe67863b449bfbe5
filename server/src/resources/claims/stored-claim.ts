import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { payerNames } from '../payers/find-payer.js';
import { payerNumberOf } from './payer-number.js';
import { historyOf } from './rows.js';
import { sendingsOf } from './sendings.js';
import { showClaim } from './shown.js';

/** A claim as it is shown, by all that was said of it. @param sealed opens what its payer calls it. */
export async function storedClaim(sealed: PayloadColumns, queries: AccountQueries, row: Claims) {
  const sendings = await sendingsOf(queries, row.id);
  return showClaim(row, {
    sendings,
    history: await historyOf(queries, row.id),
    payers: await payerNames(queries.tx, [row.payer_id]),
    payerNumber: payerNumberOf(sealed, row)?.number,
  });
}
