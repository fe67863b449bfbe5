import type { Transaction } from './store.js';

/** Removes what is too old, in one transaction. @returns how many; it is called again while that is `most`. */
export type Purge = (tx: Transaction, now: number, most: number) => Promise<number>;

export const DAY_MS = 86_400_000;
