import { sql } from 'kysely';
import { AccountQueries } from '../store/account-queries.js';
import { dialectOf } from '../store/dialect-of.js';
import type { Store } from '../store/store.js';
import type { Audit } from '../store/tables.js';
import { hashOf, NO_HASH } from './entry-hash.js';
import { readMark } from './marks.js';

/** Entries that are chained together. */
const PAGE = 200;

/**
 * Gives entries that were written since the last run their place in the chain of their account: position, hash of the one before,
 * own hash. What was cut off goes on at the next run; two runs at once never give one position twice.
 * @returns how many were chained.
 */
export async function chainAudit(store: Store, signal?: AbortSignal): Promise<number> {
  let all = 0;
  for (const accountId of await accountsToChain(store)) {
    for (;;) {
      signal?.throwIfAborted();
      const chained = await store.write((tx) => chainPage(new AccountQueries(tx, accountId)));
      all += chained;
      if (chained < PAGE) break;
    }
  }
  return all;
}

/** Each account is found by one step in the index of entries that are not chained. */
async function accountsToChain(store: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const { rows } = await store.read((db) =>
      sql<{ readonly account_id: string }>`select account_id from audit
        where position is null and account_id > ${found.at(-1) ?? ''} order by account_id limit 1`.execute(db),
    );
    const [next] = rows;
    if (next === undefined) return found;
    found.push(next.account_id);
  }
}

async function chainPage(queries: AccountQueries): Promise<number> {
  const last = await queries
    .from('audit')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entries = await unchained(queries);
  // Read after the entries: whoever cuts the last of them moves the mark in the same commit, so one of both is seen.
  const end = last ?? (await readMark(queries));
  let position = Number(end?.position ?? 0);
  let previous = end?.hash ?? NO_HASH;
  for (const entry of entries) {
    position += 1;
    const hash = hashOf(entry, position, previous);
    await queries.update('audit').set({ position, previous_hash: previous, hash }).where('id', '=', entry.id).execute();
    previous = hash;
  }
  return entries.length;
}

/** The next in their order. SQLite would take the index of positions for it, and sort all that wait for each page of them. */
async function unchained({ tx, accountId }: AccountQueries): Promise<readonly Audit[]> {
  const index = dialectOf(tx) === 'sqlite' ? sql`indexed by audit_unchained` : sql``;
  const { rows } = await sql<Audit>`select * from audit ${index}
    where account_id = ${accountId} and position is null order by at, id limit ${PAGE}`.execute(tx);
  return rows;
}
