import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimCarriers } from '../../store/clearinghouse-tables.js';
import { skipLocked } from '../../store/lock-row.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { hasFilesUntil, wentItselfSince } from '../claims/expired.js';
import { hasLeftClaims } from '../claims/left-claims.js';

export type Carriage = Pick<ClaimCarriers, 'route_id' | 'partnership_id'> & {
  /** When the file was made that is carried. */
  readonly at: number;
};

/**
 * Notes that a partnership of the account carries a file of claims of a route, in the transaction that hands it over: what its partner answers is taken up,
 * whatever becomes of the route. Others that note the same wait for the end of the transaction, and so does who would forget it: last of all.
 */
export async function noteCarrier(queries: AccountQueries, { route_id, partnership_id, at }: Carriage): Promise<void> {
  const last = sql<number>`case when claim_carriers.last_at > ${at} then claim_carriers.last_at else ${at} end`;
  await queries
    .insert('claim_carriers', { route_id, partnership_id, last_at: at })
    .onConflict((there) => there.columns(['account_id', 'partnership_id', 'route_id']).doUpdateSet({ last_at: last }))
    .execute();
}

/**
 * That nobody has had a file of the route since: neither another partnership nor, by another kind of route, a payer itself. Of what is
 * known of nobody only such a one may speak: numbers can be guessed, and it may be what its successor has.
 */
const IS_LAST = sql<SqlBool>`(not exists (select 1 from claim_carriers as later
    where later.route_id = claim_carriers.route_id and later.last_at > claim_carriers.last_at)
  and not ${wentItselfSince('claim_carriers.route_id', 'claim_carriers.last_at')})`;

/** Routes whose files partnerships of the account have carried, whoever has since: ids by that of the partnership. */
export function notedRoutes(
  queries: AccountQueries,
  partnershipIds: readonly string[],
): Promise<readonly Pick<ClaimCarriers, 'route_id' | 'partnership_id'>[]> {
  return queries
    .from('claim_carriers')
    .select(['route_id', 'partnership_id'])
    .where('partnership_id', 'in', listOf(queries.tx, partnershipIds))
    .execute();
}

/** Those whose files a partnership of the account has carried, and nobody since. */
export function notedLastRoutes(
  queries: AccountQueries,
  partnershipId: string,
): Promise<readonly Pick<ClaimCarriers, 'route_id' | 'partnership_id'>[]> {
  return queries
    .from('claim_carriers')
    .select(['route_id', 'partnership_id'])
    .where('partnership_id', '=', partnershipId)
    .where(IS_LAST)
    .execute();
}

/** Partnerships, of any account, that have carried files of a route, and nobody since. */
export function notedLastCarriers(
  db: Transaction,
  routeId: string,
): Promise<readonly Pick<ClaimCarriers, 'account_id' | 'partnership_id'>[]> {
  return db
    .selectFrom('claim_carriers')
    .select(['account_id', 'partnership_id'])
    .where('route_id', '=', routeId)
    .where(IS_LAST)
    .execute();
}

/** Files of the route that the partnership may have carried, or claims whose files are no more. Others go before the files that they went in, or with the last of them. */
const HAS_CLAIMS = sql<SqlBool>`(${hasFilesUntil('claim_carriers.route_id', 'claim_carriers.last_at')} or ${hasLeftClaims('claim_carriers.route_id')})`;

/**
 * Forgets partnerships of whose claims of a route none is there any more: nothing is left that their partners could answer. Rows are locked, and then looked
 * at once more: a file that is handed over at this moment is there by then, or waits and is noted anew.
 */
export const purgeClaimCarriers: Purge = (tx, _, most) =>
  deleteRows(most, async (rows) => {
    const { rows: found } = await sql<ClaimCarriers>`select * from claim_carriers where not ${HAS_CLAIMS}
      order by account_id, partnership_id, route_id limit ${rows} ${skipLocked(tx)}`.execute(tx);
    for (const { account_id, partnership_id, route_id } of found) {
      await sql`delete from claim_carriers where account_id = ${account_id} and partnership_id = ${partnership_id}
        and route_id = ${route_id} and not ${HAS_CLAIMS}`.execute(tx);
    }
    return found.length;
  });
