import type { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityBatchItems } from '../../store/batch-tables.js';
import type { AskedPage, PagePosition } from '../../store/page.js';
import { readFeed } from '../feed/feed.js';
import { itemsInOrder } from './rows.js';

/** Milliseconds by which entries may come later than the instants that they bear: clocks differ, and commits take their time. */
const DISORDER_MS = 60_000;

/** From where on checks that are over are asked for. */
export interface AskedResults {
  readonly page: AskedPage;
  /** Of one batch; absent: of all. */
  readonly batchId?: string | undefined;
  /** Milliseconds since 1970, of a first page: checks that were over later; those of the minute before may come as well. */
  readonly since?: number | undefined;
}

/** A check that is over, and the place behind it. */
export interface PolledItem {
  readonly item: EligibilityBatchItems;
  readonly after: PagePosition;
}

export interface PolledItems {
  readonly items: readonly PolledItem[];
  /** Where to read on behind all of them, whether there is more by now or will be. */
  readonly end: PagePosition;
  /** Whether there may be more by now. */
  readonly hasMore: boolean;
}

/** Checks of batches in the order in which they became known as over: nothing appears before a place that a reader has passed. */
export async function pollItems(queries: AccountQueries, { page, batchId, since }: AskedResults): Promise<PolledItems> {
  // Positions are written below, and come back under a MAC.
  const [xid, position] = (page.after ?? []) as readonly number[];
  const isFirst = xid === undefined || position === undefined;
  const { rows, next } = await readFeed(queries, {
    ...{ kind: 'batch-item', batchId, limit: page.size },
    ...(isFirst ? { laterThan: since === undefined ? undefined : since - DISORDER_MS } : { after: { xid, position } }),
  });
  const there = await itemsInOrder(
    queries,
    rows.map(({ refId }) => refId),
  );
  const byId = new Map(there.map((item) => [item.id, item]));
  const items = rows.flatMap(({ refId, xid, position }): readonly PolledItem[] => {
    const item = byId.get(refId);
    // Removed with its batch, as its time has passed.
    return item === undefined ? [] : [{ item, after: [xid, position] }];
  });
  return { items, end: [next.xid, next.position], hasMore: rows.length === page.size };
}
