import type { AccountQueries } from '../../store/account-queries.js';
import { batchItemId } from './item-id.js';

/** An item whose check may be made, and who is asked. */
export interface FedItem {
  readonly id: string;
  /** Platform id. */
  readonly payerId: string | null;
}

/** The place up to which items of a batch have their jobs; `undefined`: it is not there any more. */
export async function fedPlace(queries: AccountQueries, batchId: string): Promise<number | undefined> {
  const row = await queries
    .from('eligibility_batches')
    .select('fed_place')
    .where('id', '=', batchId)
    .executeTakeFirst();
  return row && Number(row.fed_place);
}

/** The next items of a batch in their order. @param from the place of the first. */
export async function itemsFrom(
  queries: AccountQueries,
  batchId: string,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<readonly FedItem[]> {
  const rows = await queries
    .from('eligibility_batch_items')
    .select(['id', 'payer_id'])
    .where('id', '>=', batchItemId(batchId, from))
    .where('id', '<', `${batchId}/`)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id, payer_id }) => ({ id, payerId: payer_id }));
}

/** Moves the place up to which items of a batch have their jobs. @returns false where another process has moved it. */
export async function moveFed(
  queries: AccountQueries,
  batchId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('eligibility_batches')
    .set({ fed_place: to })
    .where('id', '=', batchId)
    .where('fed_place', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
