import type { Transaction } from './store.js';

/** By the transaction, of which each work has its own; gone with it where it is not committed. */
const waiting = new WeakMap<Transaction, (() => void)[]>();

/** Has something done once what the transaction has written can be read; never, where it is rolled back. It must not throw. */
export function afterCommit(tx: Transaction, work: () => void): void {
  const works = waiting.get(tx);
  if (works === undefined) waiting.set(tx, [work]);
  else works.push(work);
}

/** For the stores, right behind a commit. */
export function committed(tx: Transaction): void {
  for (const work of waiting.get(tx) ?? []) work();
  waiting.delete(tx);
}
