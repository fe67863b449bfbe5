import { Problem } from '../problems.js';
import { AccountQueries } from '../store/account-queries.js';
import { type AuditPlace, endOf, removeEntries } from './cut-audit.js';
import { chainStart } from './marks.js';
import { writeAudit } from './write-audit.js';

/** Entries removed in one transaction. */
const PORTION = 500;

export interface ExpireAuditOptions {
  /** Milliseconds since 1970: what is older goes, up to the first entry that is not, so that no gap comes up. */
  readonly before: number;
  /** An account whose audit cannot be cut, and why: it stays as it is. */
  readonly refused: (accountId: string, why: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Removes entries whose time has passed, in portions, each in one commit with the signed mark that the chain of the account begins with from
 * then on. A chain that was changed is evidence, and is not touched.
 * @returns how many went.
 */
export async function expireAudit(place: AuditPlace, options: ExpireAuditOptions): Promise<number> {
  let all = 0;
  for (let accountId = await accountAfter(place, ''); accountId !== undefined; ) {
    all += await expireAccount(place, accountId, options);
    accountId = await accountAfter(place, accountId);
  }
  return all;
}

async function expireAccount(place: AuditPlace, accountId: string, options: ExpireAuditOptions): Promise<number> {
  const { before, refused, signal } = options;
  let all = 0;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const portion = await place.store.write((tx) => expirePortion(place, new AccountQueries(tx, accountId), before));
      all += portion.count;
      if (portion.isLast) return all;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused(accountId, error.message);
      return all;
    }
  }
}

interface Expired {
  readonly count: number;
  readonly isLast: boolean;
}

async function expirePortion({ keys, clock }: AuditPlace, queries: AccountQueries, before: number): Promise<Expired> {
  const start = await chainStart(queries, keys);
  const next = await queries
    .from('audit')
    .selectAll()
    .where('position', '>', start.position)
    .orderBy('position')
    // One more than goes: whether another portion follows is known before the last entry is gone.
    .limit(PORTION + 1)
    .execute();
  const newer = next.findIndex(({ at }) => Number(at) >= before);
  const old = newer < 0 ? next : next.slice(0, newer);
  const rows = old.slice(0, PORTION);
  const isLast = old.length <= PORTION;
  if (rows.length === 0) return { count: 0, isLast };
  const end = endOf(start, rows);
  if (end === undefined) throw new Problem('conflict', 'The chain of the audit is broken: see audit verify.');
  await removeEntries(queries, keys, { start, rows, end });
  if (isLast) {
    await writeAudit(queries, clock, { action: 'expire', objectKind: 'audit', objectId: String(end.position) });
  }
  return { count: rows.length, isLast };
}

/** One step in the index for each account. */
async function accountAfter({ store }: AuditPlace, accountId: string): Promise<string | undefined> {
  const row = await store.read((db) =>
    // Over all accounts by its nature: time passes for all of them.
    db
      .selectFrom('audit')
      .select('account_id')
      .where('account_id', '>', accountId)
      .orderBy('account_id')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.account_id;
}
