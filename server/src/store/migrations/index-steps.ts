import type { IndexStep } from './index-step.js';

/** Every index but those that migrations make themselves. */
export const INDEX_STEPS: readonly IndexStep[] = [
  // Polling: the entries of one kind that a key may see, in their order.
  { name: 'feed_by_mode', on: 'feed (account_id, kind, mode, xid, position)', schema: 1 },
];
