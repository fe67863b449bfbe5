import type { Concurrency, Rate } from '../../accounts/limits.js';

/**
 * Limits of an account, as the interface publishes them: requests under way at once, and requests a second. Operations that are not
 * in a pool are not limited.
 */
export const POOLS = {
  eligibility: { concurrency: 'real-time' },
  'claim-status': { concurrency: 'real-time', rate: 'claims' },
  claims: { concurrency: 'claims', rate: 'claims' },
  'claim-documents': { concurrency: 'claim-documents', rate: 'claims' },
  'coordination-of-benefits': { concurrency: 'coordination-of-benefits' },
  discovery: { concurrency: 'discovery' },
  'discovery-results': { concurrency: 'discovery-results' },
  enrollments: { rate: 'enrollments' },
  mappings: { rate: 'mappings' },
  // Each has a file open, and a connection, for as long as its bytes go.
  objects: { concurrency: 'objects' },
  'mapping-lists': { rate: 'mapping-lists' },
} as const satisfies Readonly<Record<string, Pool>>;

export type PoolName = keyof typeof POOLS;

export interface Pool {
  readonly concurrency?: Concurrency;
  readonly rate?: Rate;
}

/** What counts requests, in one process or over all on one store. */
export interface Pools {
  /** Counts one more of so many under way. @returns what ends it; `undefined` where there are as many already. */
  enter(accountId: string, name: string, most: number): Promise<(() => void) | undefined>;
  /** Counts one more within this second. @returns whether there was room. */
  count(accountId: string, name: string, most: number): Promise<boolean>;
  close(): Promise<void>;
}
