import type { Caller } from '../../caller.js';
import { type Clock, instantOf } from '../../clock.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { AskedPage, PagePosition } from '../../store/page.js';
import type { Feed } from '../../store/tables.js';
import { type FeedPage, type FeedPlace, laterOf, readFeed } from './feed.js';
import { feedMark } from './purge-feed.js';

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
 * @throws Problem `invalid` without a position or a time, with both, for a time that is not a minute past, or for a position before
 *   entries that were removed.
 */
export async function newEntries(
  queries: AccountQueries,
  clock: Clock,
  { mode }: Pick<Caller, 'mode'>,
  asked: AskedEntries,
): Promise<NewEntries> {
  const start = startOf(clock, asked);
  const part = { kind: asked.kind, mode: mode === 'test' ? mode : undefined } as const;
  const mark = await feedMark(queries, part);
  const question = { ...part, limit: asked.page.size };
  if ('since' in start) return entriesOf(await readFeed(queries, { ...question, laterThan: start.since }), mark);
  if (mark !== undefined && laterOf(start, mark) !== start) throw passedBy();
  return entriesOf(await readFeed(queries, { ...question, after: start }), mark);
}

/** Where nothing is left of the feed, a reader stands behind what was removed. */
function entriesOf({ rows, next }: FeedPage, mark: FeedPlace | undefined): NewEntries {
  const { xid, position } = rows.length > 0 || mark === undefined ? next : laterOf(next, mark);
  return { ids: [...new Set(rows.map(({ refId }) => refId))], next: [xid, position] };
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
  // Positions are written above, and come back under a MAC; those of an older release may have a time alone.
  const [xid, position] = after as readonly [number, number?];
  return position === undefined ? { since: xid } : { xid, position };
}

function passedBy() {
  return invalid(
    'Entries behind this page token were removed after their time of retention. Begin anew with startDateTime; what is left is read from there.',
    { code: 'PAGE_TOKEN_EXPIRED' },
  );
}

function wrongStart(message: string) {
  return invalid(message, { code: 'INVALID_PARAMETER' });
}
