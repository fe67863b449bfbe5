import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AccountQueries } from '../store/account-queries.js';
import type { Store } from '../store/store.js';
import type { Audit } from '../store/tables.js';

/** Entries that are chained, or read, together. */
const PAGE = 200;

/** Before the first entry of an account. */
const NO_HASH = '0'.repeat(64);

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
  const entries = await queries
    .from('audit')
    .selectAll()
    .where('position', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(PAGE)
    .execute();
  let position = Number(last?.position ?? 0);
  let previous = last?.hash ?? NO_HASH;
  for (const entry of entries) {
    position += 1;
    const hash = hashOf(entry, position, previous);
    await queries.update('audit').set({ position, previous_hash: previous, hash }).where('id', '=', entry.id).execute();
    previous = hash;
  }
  return entries.length;
}

/** Over everything that an entry says, and by the hash before it over everything that was said before. */
function hashOf(entry: Audit, position: number, previous: string): string {
  const { account_id, id, at, key_id, address, request_id, action, object_kind, object_id } = entry;
  const said = [
    previous,
    account_id,
    position,
    id,
    Number(at),
    key_id,
    address,
    request_id,
    action,
    object_kind,
    object_id,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

export type AuditVerdict =
  | {
      readonly ok: true;
      /** Entries in the chain. */
      readonly entries: number;
      /** Of the last: written down elsewhere, it shows later whether the end was cut off. */
      readonly hash: string;
    }
  | {
      readonly ok: false;
      /** Of the first entry that is missing, was changed, or is not where it was. */
      readonly position: number;
    };

/** Walks the chain of an account from its beginning. */
export async function verifyAudit(store: Store, accountId: string): Promise<AuditVerdict> {
  let position = 0;
  let previous = NO_HASH;
  for (;;) {
    const after = position;
    const page = await store.read((db) =>
      new AccountQueries(db, accountId)
        .from('audit')
        .selectAll()
        .where('position', '>', after)
        .orderBy('position')
        .limit(PAGE)
        .execute(),
    );
    for (const entry of page) {
      position += 1;
      const fits = Number(entry.position) === position && entry.previous_hash === previous;
      if (!fits || entry.hash !== hashOf(entry, position, previous)) return { ok: false, position };
      previous = entry.hash;
    }
    if (page.length < PAGE) return { ok: true, entries: position, hash: previous };
  }
}
