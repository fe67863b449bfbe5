import type { AccountQueries } from './account-queries.js';
import { grouped } from './grouped.js';

/** A part in what several who end in one transaction write together. */
export interface SharedWork {
  readonly work: (queries: AccountQueries, items: readonly unknown[], context: unknown) => Promise<void>;
  readonly context: unknown;
  readonly item: unknown;
}

/**
 * Lets those of one account who commit at the same time write their rows by the same statements.
 * @param work one function for all of them, the same each time; it gets the items in the order in which they came.
 * @param context what the function needs beside its items, one object for all: the services.
 */
export function shareWork<Item, Context = undefined>(
  work: (queries: AccountQueries, items: readonly Item[], context: Context) => Promise<void>,
  item: Item,
  ...[context]: Context extends undefined ? [] : [Context]
): SharedWork {
  // The three come as one, and items and context reach only the work they came with.
  return { work: work as SharedWork['work'], item, context };
}

/** Each work once, with all its items. */
export function sharedWorks(all: readonly SharedWork[]): readonly ((queries: AccountQueries) => Promise<void>)[] {
  return [...grouped(all, ({ work }) => work).values()].flatMap((ofWork) =>
    [...grouped(ofWork, ({ context }) => context).values()].map((parts) => {
      const items = parts.map(({ item }) => item);
      return async (queries: AccountQueries) => parts[0]?.work(queries, items, parts[0].context);
    }),
  );
}

/**
 * What a request changes in one commit, and what that gives: a function has a transaction of its own; where the result is known before,
 * its writes may share one with those of others. Whoever makes the change decides it, not who commits it.
 */
export type Change<Result> = ((queries: AccountQueries) => Promise<Result>) | SharedChange<Result>;

/** Writes whose result does not depend on them, so that they may be committed with those of others. */
export interface SharedChange<Result> {
  readonly result: Result;
  readonly writes: SharedWork;
}
