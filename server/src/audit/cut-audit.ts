import type { Clock } from '../clock.js';
import { changedMeanwhile, conflict } from '../problems.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import type { Store } from '../store/store.js';
import type { Audit } from '../store/tables.js';
import { auditLine } from './audit-line.js';
import { type ChainEnd, linked } from './entry-hash.js';
import { chainStart, type MarkKeys, moveMark } from './marks.js';
import { writeAudit } from './write-audit.js';

/** Entries cut in one transaction. */
const PORTION = 500;

export interface AuditPlace {
  readonly store: Store;
  readonly keys: MarkKeys;
  readonly clock: Clock;
}

/** Entries of one account without a gap, as an archive has them. */
export interface ArchivedPart {
  readonly accountId: string;
  /** What comes before the first of them. */
  readonly from: ChainEnd;
  /** The last of them. */
  readonly to: ChainEnd;
}

/**
 * The next entries of an account that can be archived: from the start of the chain up to the first that is not older than `before`
 * (milliseconds since 1970), so that no gap comes up; those that have no place in the chain yet are not among them.
 * @param after the position behind which to read; absent: from the start of the chain.
 */
export async function archivableLines(
  { store, keys }: AuditPlace,
  accountId: string,
  { after, before, most }: { readonly after: number | undefined; readonly before: number; readonly most: number },
): Promise<readonly string[]> {
  const rows = await readRows(store, accountId, async (queries) => {
    const start = after ?? (await chainStart(queries, keys)).position;
    return queries.from('audit').selectAll().where('position', '>', start).orderBy('position').limit(most).execute();
  });
  const newer = rows.findIndex(({ at }) => Number(at) >= before);
  return (newer < 0 ? rows : rows.slice(0, newer)).map(auditLine);
}

/**
 * Removes entries that are in an archive, some portions of them, each in one commit with the mark that the chain begins with from then on.
 * What was cut off goes on at the next call.
 * @returns how many went, and whether it was the last of them.
 * @throws Problem `conflict`, and nothing more is removed, for entries that are not in the archive, or not as the archive has them.
 */
export async function cutAudit(
  place: AuditPlace,
  part: ArchivedPart,
  portions: number,
): Promise<{ readonly cut: number; readonly finished: boolean }> {
  let cut = 0;
  for (let index = 0; index < portions; index++) {
    const portion = await place.store.write((tx) => cutPortion(place, new AccountQueries(tx, part.accountId), part));
    cut += portion.cut;
    if (portion.finished) return { cut, finished: true };
  }
  return { cut, finished: false };
}

async function cutPortion({ keys, clock }: AuditPlace, queries: AccountQueries, { from, to }: ArchivedPart) {
  const start = await chainStart(queries, keys);
  if (start.position >= to.position) return { cut: 0, finished: true };
  if (from.position > start.position || (from.position === start.position && from.hash !== start.hash)) {
    throw conflict('The file does not have all entries from the start of the audit. Archive into another file.');
  }
  const rows = await queries
    .from('audit')
    .selectAll()
    .where('position', '>', start.position)
    .where('position', '<=', to.position)
    .orderBy('position')
    .limit(PORTION)
    .execute();
  const end = endOf(start, rows);
  const finished = end?.position === to.position;
  if (end === undefined || rows.length === 0 || (finished && end.hash !== to.hash)) {
    throw conflict('The audit is not as the file has it: see audit verify.');
  }
  await removeEntries(queries, keys, { start, rows, end });
  if (finished) {
    await writeAudit(queries, clock, { action: 'archive', objectKind: 'audit', objectId: String(end.position) });
  }
  return { cut: rows.length, finished };
}

/**
 * Removes entries from the start of a chain, and moves its mark to their end.
 * @throws Problem `conflict` where another does so meanwhile.
 */
export async function removeEntries(
  queries: AccountQueries,
  keys: MarkKeys,
  { start, rows, end }: { readonly start: ChainEnd; readonly rows: readonly Audit[]; readonly end: ChainEnd },
): Promise<void> {
  const { numDeletedRows } = await queries
    .delete('audit')
    .where('position', '>', start.position)
    .where('position', '<=', end.position)
    .executeTakeFirst();
  if (Number(numDeletedRows) !== rows.length)
    throw changedMeanwhile('Another cuts this audit now. Run the command again.');
  await moveMark(queries, keys, start.position, { ...end, at: Number(rows.at(-1)?.at) });
}

/** @returns `undefined` where one of them is not the next, or was changed. */
export function endOf(start: ChainEnd, rows: readonly Audit[]): ChainEnd | undefined {
  let end: ChainEnd | undefined = start;
  for (const row of rows) end = end && linked(end, row);
  return end;
}
