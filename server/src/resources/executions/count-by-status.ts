import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { countExecutions } from './list.js';
import { EXECUTION_STATUSES } from './schemas.js';

/** Files by what has become of them. */
export interface FileCounts {
  readonly count: number;
  /** Whether all were counted; else there are at least so many. */
  readonly exact: boolean;
  /** Every status that a file can have. */
  readonly byStatus: Readonly<Record<string, number>>;
}

/** Files that are counted; a step in an index each. */
const MOST = 1_000_000;

/** Counts an account's files that were made from an instant on; a list, as they may be very many. @param since milliseconds since 1970. */
export async function countsByStatus(queries: AccountQueries, since: number): Promise<FileCounts> {
  const from = isoTime(since);
  const countOf = (asked: object) => countExecutions(queries, { mode: 'live' }, { from, ...asked }, MOST);
  const all = await countOf({});
  const byStatus: Record<string, number> = {};
  let others = 0;
  for (const status of EXECUTION_STATUSES) {
    if (status === 'COMPLETED') continue;
    const { count } = await countOf({ status });
    byStatus[status] = count;
    others += count;
  }
  // The index of states leaves these out, as nearly all files are.
  byStatus.COMPLETED = Math.max(0, all.count - others);
  return { ...all, byStatus };
}

export function sumOfCounts(counts: readonly FileCounts[]): FileCounts {
  const byStatus = EXECUTION_STATUSES.map((status) => [
    status,
    counts.reduce((sum, { byStatus: of }) => sum + (of[status] ?? 0), 0),
  ]);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    exact: counts.every(({ exact }) => exact),
    byStatus: Object.fromEntries(byStatus),
  };
}
