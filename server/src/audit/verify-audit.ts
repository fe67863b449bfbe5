import { readRows } from '../store/account-queries.js';
import type { Store } from '../store/store.js';
import { type ChainEnd, linked, NO_HASH } from './entry-hash.js';
import { isGenuine, type MarkKeys, readMark } from './marks.js';

const PAGE = 1000;

export type AuditVerdict =
  | {
      readonly ok: true;
      /** Entries in the chain that are here. */
      readonly entries: number;
      /** Of the last entry that was archived and cut; 0: none was. */
      readonly cutAt: number;
      /** Of the last: written down elsewhere, it shows later whether the end was cut off. */
      readonly hash: string;
    }
  | {
      readonly ok: false;
      /** Of the first entry that is missing, was changed, or is not where it was; of the mark, where that is not ours. */
      readonly position: number;
    };

/** Walks the chain of an account from its beginning, or from the mark up to which it was archived and cut. */
export async function verifyAudit(store: Store, keys: MarkKeys, accountId: string): Promise<AuditVerdict> {
  for (;;) {
    const mark = await readRows(store, accountId, readMark);
    const cutAt = mark?.position ?? 0;
    if (mark !== undefined && !isGenuine(keys, mark)) return { ok: false, position: cutAt };
    const verdict = await walk(store, accountId, { position: cutAt, hash: mark?.hash ?? NO_HASH });
    if (verdict.ok) return verdict;
    // Entries that were cut while they were read are not missing: the mark has moved with them.
    const now = await readRows(store, accountId, readMark);
    if ((now?.position ?? 0) === cutAt) return verdict;
  }
}

async function walk(store: Store, accountId: string, start: ChainEnd): Promise<AuditVerdict> {
  // From the first that is there: what stands before the mark was put there by somebody else.
  let after = 0;
  let end = start;
  for (;;) {
    const page = await readRows(store, accountId, (queries) =>
      queries.from('audit').selectAll().where('position', '>', after).orderBy('position').limit(PAGE).execute(),
    );
    for (const entry of page) {
      const next = linked(end, entry);
      if (next === undefined) return { ok: false, position: Math.min(end.position + 1, Number(entry.position)) };
      end = next;
    }
    after = end.position;
    if (page.length < PAGE) {
      return { ok: true, entries: end.position - start.position, cutAt: start.position, hash: end.hash };
    }
  }
}
