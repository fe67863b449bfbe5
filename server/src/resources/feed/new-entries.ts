import type { Call } from '../../gateway/call.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { PagePosition } from '../../store/page.js';
import type { Feed } from '../../store/tables.js';
import { instantOf } from '../transactions/rows.js';
import { type FeedPlace, type FeedRow, readFeed } from './feed.js';

type PollingCall = Pick<Call, 'page' | 'caller' | 'services'> & { readonly query: { startDateTime?: string } };

const MINUTE = 60_000;

/** What has become known since, each id once, and where to read on: also when there is nothing, as there will be. */
export interface News {
  readonly ids: readonly string[];
  readonly next: PagePosition;
}

/** @throws Problem `invalid` without a token or a time, with both, or for a time that is not a minute past. */
export async function readNews(queries: AccountQueries, call: PollingCall, kind: Feed['kind']): Promise<News> {
  const start = startOf(call);
  const rows = await readFeed(queries, {
    kind,
    ...(call.caller.mode === 'test' ? { mode: 'test' as const } : {}),
    ...('since' in start ? { laterThan: start.since } : { after: start }),
    limit: call.page.size,
  });
  return { ids: [...new Set(rows.map(({ refId }) => refId))], next: nextOf(start, rows) };
}

type Start = FeedPlace | { readonly since: number };

function startOf({ page, query, services }: PollingCall): Start {
  const { startDateTime } = query;
  if ((page.after === undefined) === (startDateTime === undefined)) {
    throw wrongStart('Send either page_token, or startDateTime for the first page.');
  }
  if (startDateTime !== undefined) {
    const since = instantOf(startDateTime);
    if (since <= services.clock.now() - MINUTE) return { since };
    throw wrongStart('startDateTime must be at least one minute past.');
  }
  // Positions are written below, and come back under a MAC.
  const [xid, position] = page.after as readonly [number, number?];
  return position === undefined ? { since: xid } : { xid, position };
}

function nextOf(start: Start, rows: readonly FeedRow[]): PagePosition {
  const last = rows.at(-1);
  if (last !== undefined) return [last.xid, last.position];
  return 'since' in start ? [start.since] : [start.xid, start.position];
}

function wrongStart(message: string) {
  return invalid(message, { code: 'INVALID_PARAMETER' });
}
