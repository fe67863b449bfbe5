import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { grouped } from '../../store/grouped.js';
import { skipLocked } from '../../store/lock-row.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { settingsOfRoutes } from '../payer-routes/settings-of-routes.js';
import { deadlinesOf } from './deadlines.js';
import { historiesOf } from './moves.js';
import { lastStanding } from './standing.js';

/*
 * A claim that was handed over waits for two things, its 999 and its 277CA, each with a deadline. It is overdue by the nearer one; from then on
 * `due_at` is the other, behind `overdue_since`, until that is missing, too: then it is NULL.
 */

/** The condition of the index, word by word. */
const IS_AWAITED_AGAIN = sql<SqlBool>`overdue_since is not null and due_at > overdue_since`;

/**
 * Has claims that have just become overdue waited for by what else is to be heard of them.
 * @returns those of which that is missing already, as where nobody has looked for long.
 */
export async function awaitSecond(
  queries: AccountQueries,
  claims: readonly Claims[],
  now: number,
): Promise<readonly Claims[]> {
  const delivered = claims.filter(({ state }) => state === 'DELIVERED');
  if (delivered.length === 0) return [];
  const ids = delivered.map(({ id }) => id);
  const histories = grouped(await historiesOf(queries, ids), ({ claim_id }) => claim_id);
  const settings = await settingsOfRoutes(queries.tx, [
    ...new Set(delivered.flatMap(({ route_id }) => route_id ?? [])),
  ]);
  const seconds = delivered.flatMap((claim) => {
    const { said = [] } = lastStanding(histories.get(claim.id) ?? []) ?? {};
    const times = said.map((one) => ({ state: one.state, at: Number(one.at) }));
    const [, at] = deadlinesOf(claim.state, times, settings.get(claim.route_id ?? ''));
    return at === undefined ? [] : [{ claim, at }];
  });
  // Those of a file were handed over at one moment.
  for (const [due, some] of grouped(seconds, ({ at }) => (at > now ? at : null))) {
    const own = some.map(({ claim }) => claim.id);
    await queries.update('claims').set({ due_at: due }).where('id', 'in', listOf(queries.tx, own)).execute();
  }
  return seconds.flatMap(({ claim, at }) => (at > now ? [] : claim));
}

/** Takes claims of which that is missing now, a portion of them, each once. Over all accounts. */
export async function takeOverdueAgain(tx: Transaction, now: number, most: number): Promise<readonly Claims[]> {
  const found = await sql<Pick<Claims, 'id'>>`select id from claims where ${IS_AWAITED_AGAIN} and due_at <= ${now}
    order by due_at limit ${most} ${skipLocked(tx)}`.execute(tx);
  if (found.rows.length === 0) return [];
  const ids = listOf(tx, found.rows.map(({ id }) => id).sort());
  const { rows } = await sql<Claims>`update claims set due_at = null
    where id in ${ids} and ${IS_AWAITED_AGAIN} and due_at <= ${now} returning *`.execute(tx);
  return rows;
}
