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

export type Concurrency = keyof typeof CONCURRENCY;
export type Rate = keyof typeof RATES;

/** Limits of one account where they are not the published ones: the JSON in `accounts.limits`. */
export interface AccountLimits {
  readonly concurrency?: Readonly<Partial<Record<Concurrency, number>>> | undefined;
  readonly rate?: Readonly<Partial<Record<Rate, number>>> | undefined;
}

export function readLimits(json: string): AccountLimits {
  // Written by `set-limits`, which checks it.
  return JSON.parse(json) as AccountLimits;
}
