import type { AccountQueries } from './account-queries.js';
import { grouped } from './grouped.js';

/** A part in what several who end in one transaction write together. */
export interface SharedWork {
  readonly work: (queries: AccountQueries, items: readonly unknown[]) => Promise<void>;
  readonly item: unknown;
}

/**
 * Lets those of one account who commit at the same time write their rows by the same statements.
 * @param work one function for all of them, the same each time; it gets the items in the order in which they came.
 */
export function together<Item>(
  work: (queries: AccountQueries, items: readonly Item[]) => Promise<void>,
  item: Item,
): SharedWork {
  // Work and item come as a pair, and items reach only the work they came with.
  return { work: work as SharedWork['work'], item };
}

/** Each work once, with all its items. */
export function sharedWorks(
  all: readonly SharedWork[],
): readonly { readonly work: SharedWork['work']; readonly items: readonly unknown[] }[] {
  return [...grouped(all, ({ work }) => work)].map(([work, parts]) => ({ work, items: parts.map(({ item }) => item) }));
}
