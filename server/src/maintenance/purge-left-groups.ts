import { isExecution } from '../resources/executions/expired.js';
import { fragmentsSentAfter, removeFragmentsOf } from '../resources/fragments/expired.js';
import { groupsSentAfter, removeGroupsOf } from '../resources/transaction-groups/expired.js';
import type { PurgeOptions } from './purge-expired.js';

/** Groups looked at together, and of what is removed in one transaction. */
const ROWS = 500;
/** Removed in one transaction, as each takes statements of its own. */
const GROUPS = 50;

const KINDS = [
  { sentAfter: groupsSentAfter, remove: removeGroupsOf },
  { sentAfter: fragmentsSentAfter, remove: removeFragmentsOf },
];

/**
 * What was staged or sent in fragments for executions that are gone: the first release removed these alone, and left it for ever.
 * @returns how many transactions and fragments went.
 */
export async function purgeLeftGroups({ store, signal }: Omit<PurgeOptions, 'clock'>): Promise<number> {
  let all = 0;
  for (const { sentAfter, remove } of KINDS) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal?.throwIfAborted();
      const last: string = after;
      const page = await store.read((db) => sentAfter(db, { after: last, most: ROWS, isThere: isExecution }));
      const gone = page.flatMap(({ executionId, isThere }) => (isThere ? [] : executionId));
      for (let from = 0; from < gone.length; from += GROUPS) {
        const some = gone.slice(from, from + GROUPS);
        for (let removed = ROWS; removed === ROWS; all += removed) {
          signal?.throwIfAborted();
          removed = await store.write((tx) => remove(tx, some, ROWS));
        }
      }
      after = page.at(-1)?.executionId;
    }
  }
  return all;
}
