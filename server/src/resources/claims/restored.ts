import { sql } from 'kysely';
import type { Clock } from '../../clock.js';
import { uuid } from '../../ids.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { type HeldFor, insertClaimFile } from './files.js';
import { type Gathering, putIntoFile, waitingClaims } from './waiting.js';

/** Claims that are held together. */
const MOST_CLAIMS = 1_000;

const RESTORED: HeldFor = 'restored';

interface WaitingSomewhere extends Gathering {
  readonly accountId: string;
}

/**
 * Holds all claims of a store that was restored which their payers may have got after the backup: files that were on their way, and, in files without
 * bytes, claims that waited for one. Over all accounts, while no process does jobs: those of these files find that there is nothing to do.
 * @returns how many files are held for it.
 */
export async function holdRestoredClaims(tx: Transaction, clock: Clock): Promise<number> {
  const now = clock.now();
  // Of those that have a time the payer is known to have them.
  const { numUpdatedRows } = await tx
    .updateTable('claim_files')
    .set({ state: 'HELD', failure: RESTORED, handing_since: null, updated_at: now })
    // One that a route was taking there itself may have gone by a partnership after the backup.
    .set({ partnership_id: sql<string | null>`nullif(partnership_id, '')` })
    .where('state', '=', sql.lit('WRITTEN'))
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  let held = Number(numUpdatedRows);
  const { rows } =
    await sql<WaitingSomewhere>`select distinct account_id as "accountId", route_id as "routeId", type from claims
    where state = 'QUEUED' and file_id is null and route_id is not null and mode = 'production'`.execute(tx);
  for (const { accountId, ...gathering } of rows) {
    held += await holdWaiting(new AccountQueries(tx, accountId), gathering, now);
  }
  return held;
}

async function holdWaiting(queries: AccountQueries, gathering: Gathering, now: number): Promise<number> {
  for (let held = 0; ; held++) {
    const claims = await waitingClaims(queries, gathering, MOST_CLAIMS);
    if (claims.length === 0) return held;
    const id = uuid();
    const ids = claims.map((claim) => claim.id);
    const items = claims.map(({ id: claim_id, sending }, at) => ({
      ...{ file_id: id, place: at + 1, claim_id, sending: Number(sending), set_number: '', transaction_id: '' },
    }));
    const file = {
      ...({
        id,
        route_id: gathering.routeId,
        type: gathering.type,
        state: 'HELD',
        claim_count: claims.length,
      } as const),
      ...{ artifact_id: '', interchange_number: '', group_number: 0, attempts: 0, failure: RESTORED },
      ...{ handing_since: null, handed_by: null, carrier_account_id: null, execution_id: null, sent_at: null },
      // It goes when its claims wait again, or with them once it counts as sent.
      ...{ created_at: now, updated_at: now, expires_at: await lastExpiry(queries, ids) },
    };
    await insertClaimFile(queries, file, items);
    const isHeld = await putIntoFile(queries, { ids, fileId: id, now });
    if (!isHeld) throw new Error('Claims were changed while the store was being restored.');
  }
}

/** When the last of these claims goes. */
async function lastExpiry(queries: AccountQueries, ids: readonly string[]): Promise<number | null> {
  const row = await queries
    .from('claims')
    .select(({ fn }) => fn.max('expires_at').as('last'))
    .where('id', 'in', listOf(queries.tx, ids))
    .executeTakeFirst();
  return row === undefined || row.last === null ? null : Number(row.last);
}
