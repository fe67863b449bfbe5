import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { SealedColumn } from '../../secrets/rotate-column.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';

/** What rotation of the master key seals anew. */
export const PAYER_NUMBER = {
  table: 'claims',
  column: 'payer_number',
  contextOf: (accountId, id) => JSON.stringify(['payer number of claim', accountId, id]),
} as const satisfies SealedColumn;

/** The payer's own number of a claim (REF 1K), and when it was said. */
export interface PayerNumber {
  readonly number: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Sealed = Pick<Claims, 'account_id' | 'id' | 'payer_number'>;

/** @returns `undefined`: the payer has told none. */
export function payerNumberOf(columns: PayloadColumns, row: Sealed): PayerNumber | undefined {
  if (row.payer_number === null) return undefined;
  // Written below alone.
  return JSON.parse(columns.openText(PAYER_NUMBER.contextOf(row.account_id, row.id), row.payer_number)) as PayerNumber;
}

/**
 * Writes down what payers call these claims; of several numbers the one that was said last stays, in whatever order they come. In the caller's
 * transaction, which has the claims locked.
 */
export async function notePayerNumbers(
  columns: PayloadColumns,
  queries: AccountQueries,
  numbers: ReadonlyMap<string, PayerNumber>,
): Promise<void> {
  for (const [id, told] of numbers) {
    const row = await queries
      .from('claims')
      .select(['account_id', 'id', 'payer_number'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) continue;
    const known = payerNumberOf(columns, row);
    if (known !== undefined && !isLater(told, known)) continue;
    const context = PAYER_NUMBER.contextOf(queries.accountId, id);
    const payer_number = columns.sealText(context, JSON.stringify(told));
    await queries.update('claims').set({ payer_number }).where('id', '=', id).execute();
  }
}

// Of what was said at once, always the same.
function isLater(one: PayerNumber, other: PayerNumber): boolean {
  return one.at === other.at ? one.number > other.number : one.at > other.at;
}
