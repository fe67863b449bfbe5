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
} as const satisfies Readonly<Record<string, Pool>>;

/** Requests under way at once. */
export const CONCURRENCY = {
  'real-time': 50,
  claims: 100,
  'claim-documents': 100,
  'coordination-of-benefits': 50,
  discovery: 5,
  'discovery-results': 5,
} as const;

/** Requests within a second of the clock. */
export const RATES = { claims: 100, enrollments: 100 } as const;

export type PoolName = keyof typeof POOLS;
type Concurrency = keyof typeof CONCURRENCY;
type Rate = keyof typeof RATES;

export interface Pool {
  readonly concurrency?: Concurrency;
  readonly rate?: Rate;
}

/** Limits of one account where they are not the published ones: the JSON in `accounts.limits`. */
export interface AccountLimits {
  readonly concurrency?: Readonly<Partial<Record<Concurrency, number>>> | undefined;
  readonly rate?: Readonly<Partial<Record<Rate, number>>> | undefined;
}

/** What counts requests, in one process or over all on one store. */
export interface Pools {
  /** Counts one more of so many under way. @returns what ends it; `undefined` where there are as many already. */
  enter(accountId: string, name: string, most: number): Promise<(() => void) | undefined>;
  /** Counts one more within this second. @returns whether there was room. */
  count(accountId: string, name: string, most: number): Promise<boolean>;
  close(): Promise<void>;
}

export function readLimits(json: string): AccountLimits {
  // Written by `set-limits`, which checks it.
  return JSON.parse(json) as AccountLimits;
}
