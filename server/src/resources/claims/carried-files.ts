import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';

/** Where a file of claims goes out as a file of an account of the operator. */
export interface Carried {
  readonly carrierAccountId: string;
  readonly executionId: string;
}

/** The same, and the partnership of that account by which it goes. */
export interface NewlyCarried extends Carried {
  readonly partnershipId: string;
}

/**
 * Notes by which execution and partnership a file goes out, in the transaction that writes that down; nobody else notes one until it ends.
 * @returns false where there is one already, or no such file.
 */
export async function noteExecution(
  queries: AccountQueries,
  fileId: string,
  { carrierAccountId, executionId, partnershipId }: NewlyCarried,
  at: number,
): Promise<boolean> {
  const carried = { carrier_account_id: carrierAccountId, execution_id: executionId, partnership_id: partnershipId };
  const { numUpdatedRows } = await queries
    .update('claim_files')
    .set({ ...carried, updated_at: at })
    .where('id', '=', fileId)
    .where('execution_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** By which execution a file goes out; `undefined`: by none so far. */
export async function findCarried(queries: AccountQueries, fileId: string): Promise<Carried | undefined> {
  const row = await queries
    .from('claim_files')
    .select(['carrier_account_id', 'execution_id'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  return row && carriedOf(row);
}

/** The same of a file that was read. */
export function carriedOf({
  carrier_account_id: carrierAccountId,
  execution_id: executionId,
}: Pick<ClaimFiles, 'carrier_account_id' | 'execution_id'>): Carried | undefined {
  return carrierAccountId === null || executionId === null ? undefined : { carrierAccountId, executionId };
}
