/** Requests of an account under way at once, by pool: the published limits. */
export const CONCURRENCY = {
  'real-time': 50,
  claims: 100,
  'claim-documents': 100,
  'coordination-of-benefits': 50,
  discovery: 5,
  'discovery-results': 5,
  objects: 100,
} as const;

/** Requests of an account within any one second, by pool. */
export const RATES = { claims: 100, enrollments: 100, mappings: 1000, 'mapping-lists': 25 } as const;

export type Concurrency = keyof typeof CONCURRENCY;
export type Rate = keyof typeof RATES;

/** Limits of one account where they are not the published ones. 0 lets nothing through. */
export interface AccountLimits {
  readonly concurrency?: Readonly<Partial<Record<Concurrency, number>>> | undefined;
  readonly rate?: Readonly<Partial<Record<Rate, number>>> | undefined;
  /** Of all objects in its buckets. Absent: as the server is set. */
  readonly storageMegabytes?: number | undefined;
}
