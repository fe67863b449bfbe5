import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';

/** A claim that is taken in. */
export type NewClaim = OwnRow<'claims'>;

/** What says a claim's first state. */
const SUBMITTED = 'submitted';

/** Writes claims down with their first state. */
export async function insertClaims(queries: AccountQueries, clock: Clock, rows: readonly NewClaim[]): Promise<void> {
  const history = rows.map(
    ({ id, state, sending, created_at }): OwnRow<'claim_history'> => ({
      ...{ id: ulid(clock), claim_id: id, state, sending, source: SUBMITTED, reasons: null, at: created_at },
    }),
  );
  await Promise.all([insertRows(queries, 'claims', rows), insertRows(queries, 'claim_history', history)]);
}

/** By what a claim may be known that was taken in before. */
export interface KnownBy {
  readonly mode: Claims['mode'];
  readonly patientIndex: string;
  readonly claimIndex: string | null;
  /** Milliseconds: claims that were taken in before do not count as the same. */
  readonly since: number;
}

/** Whether the account has used the patient control number before, and whether it has sent the same claim. */
export async function knownClaims(
  queries: AccountQueries,
  { mode, patientIndex, claimIndex, since }: KnownBy,
): Promise<{ readonly isNumberUsed: boolean; readonly isSentBefore: boolean }> {
  const claims = queries.from('claims').select('id').where('mode', '=', mode).limit(1);
  const used = claims.where('patient_index', '=', patientIndex).executeTakeFirst();
  const same =
    claimIndex === null
      ? undefined
      : claims.where('claim_index', '=', claimIndex).where('created_at', '>=', since).executeTakeFirst();
  const [number, claim] = await Promise.all([used, same]);
  return { isNumberUsed: number !== undefined, isSentBefore: claim !== undefined };
}

/** The states that a claim has had, oldest first. */
export function historyOf(queries: AccountQueries, claimId: string) {
  return queries
    .from('claim_history')
    .select(['state', 'sending', 'source', 'at'])
    .where('claim_id', '=', claimId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Claims of a file that have one of these patient control numbers, with it, as `patientIndexOf` makes it. */
export async function patientIndexesOf(
  queries: AccountQueries,
  fileId: string,
  indexes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const items = queries.from('claim_file_items').select('claim_id').where('file_id', '=', fileId);
  const rows = await queries
    .from('claims')
    .select(['id', 'patient_index'])
    .where('patient_index', 'in', listOf(queries.tx, indexes))
    .where('id', 'in', items)
    .execute();
  return new Map(rows.map(({ id, patient_index }) => [id, patient_index]));
}
