import type { Caller } from '../../caller.js';
import { type Clock, instantOf } from '../../clock.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { AskedPage, PagePosition } from '../../store/page.js';
import type { Feed } from '../../store/tables.js';
import { type FeedPlace, type FeedRow, readFeed } from './feed.js';

const MINUTE = 60_000;

/** From where on new entries are asked for: a place by its page, or a time on the first page. */
export interface AskedEntries {
  readonly kind: Feed['kind'];
  readonly page: AskedPage;
  /** ISO 8601; in place of a page's position. */
  readonly startDateTime: string | undefined;
}

/** What has become known since, each id once, and where to read on: also when there is nothing, as there will be. */
export interface NewEntries {
  readonly ids: readonly string[];
  readonly next: PagePosition;
}

/**
 * Reads on in the feed, as far as a key of this mode sees it.
 * @throws Problem `invalid` without a position or a time, with both, or for a time that is not a minute past.
 */
export async function newEntries(
  queries: AccountQueries,
  clock: Clock,
  { mode }: Pick<Caller, 'mode'>,
  asked: AskedEntries,
): Promise<NewEntries> {
  const start = startOf(clock, asked);
  const rows = await readFeed(queries, {
    kind: asked.kind,
    ...(mode === 'test' ? { mode } : {}),
    ...('since' in start ? { laterThan: start.since } : { after: start }),
    limit: asked.page.size,
  });
  return { ids: [...new Set(rows.map(({ refId }) => refId))], next: nextOf(start, rows) };
}

type Start = FeedPlace | { readonly since: number };

function startOf(clock: Clock, { page: { after }, startDateTime }: AskedEntries): Start {
  if ((after === undefined) === (startDateTime === undefined)) {
    throw wrongStart('Send either page_token, or startDateTime for the first page.');
  }
  if (startDateTime !== undefined) {
    const since = instantOf(startDateTime);
    if (since <= clock.now() - MINUTE) return { since };
    // Rows are committed after the instant that they bear: of the last minute some may still come.
    throw wrongStart('startDateTime must be at least one minute past.');
  }
  // Positions are written below, and come back under a MAC.
  const [xid, position] = after as readonly [number, number?];
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
