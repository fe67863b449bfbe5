import { type RawBuilder, sql } from 'kysely';
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

/** Claims that are looked at for what they have in common: of a number that everybody uses, as many as there are would be. */
export const MOST_KNOWN = 500;

/**
 * Whether the account has used the patient control number before, and whether it has sent the same claim. Of those of both modes the newest are looked at:
 * where {@link MOST_KNOWN} of the other mode came later than the last of this one, that is not told.
 */
export async function knownClaims(
  queries: AccountQueries,
  { mode, patientIndex, claimIndex, since }: KnownBy,
): Promise<{ readonly isNumberUsed: boolean; readonly isSentBefore: boolean }> {
  const { tx, accountId } = queries;
  const isOne = async (some: RawBuilder<unknown>): Promise<boolean> => {
    // In the order of the indexes, so that no more of them are read.
    const { rows } = await sql`select mode from (select mode from claims where account_id = ${accountId} and ${some}
      limit ${MOST_KNOWN}) as newest where mode = ${mode} limit 1`.execute(tx);
    return rows.length > 0;
  };
  const [isNumberUsed, isSentBefore] = await Promise.all([
    isOne(sql`patient_index = ${patientIndex} order by created_at desc, id desc`),
    claimIndex !== null && isOne(sql`claim_index = ${claimIndex} and created_at >= ${since} order by created_at desc`),
  ]);
  return { isNumberUsed, isSentBefore };
}

/** The states that a claim has had, oldest first. */
export function historyOf(queries: AccountQueries, claimId: string) {
  return queries
    .from('claim_history')
    .select(['state', 'sending', 'source', 'reasons', 'at'])
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
    // No word of an index: of a number that everybody uses there are more claims than in any file.
    .where(sql<string>`coalesce(patient_index, '')`, 'in', listOf(queries.tx, indexes))
    .where('id', 'in', items)
    .execute();
  return new Map(rows.map(({ id, patient_index }) => [id, patient_index]));
}
