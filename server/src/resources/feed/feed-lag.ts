import { feedLag } from '../../store/postgres/feed-horizon.js';
import type { Store } from '../../store/store.js';

/** Seconds for which what has become known may be held back: on PostgreSQL, by the oldest transaction of ours that is open. */
export function readFeedLag(store: Store): Promise<number> {
  return store.dialect === 'sqlite' ? Promise.resolve(0) : store.list(feedLag);
}
