import { LEASED_PER_PLACE } from './job-classes.js';

/** What ends within so many milliseconds lets more be leased ahead ... */
const QUICK_MS = 250;
/** ... and what takes as long as this, or longer, as few as at first: what is leased and waits is lost to other processes meanwhile. */
const SLOW_MS = 1_000;

/** A connection, and what is leased that goes over it. */
export interface Ahead {
  readonly accountId: string;
  leased: number;
  /** Jobs that may go over it at once. */
  allowed: number;
  /** How many of them may be leased for each that is allowed. */
  perPlace: number;
}

/** How many may be leased after a job has ended that took so long. @param most for each that is allowed. */
export function perPlaceAfter({ perPlace, allowed }: Ahead, ms: number, most: number): number {
  if (ms >= SLOW_MS) return Math.min(perPlace, LEASED_PER_PLACE);
  return ms < QUICK_MS ? Math.max(perPlace, Math.min(most, perPlace + 1 / allowed)) : perPlace;
}

/**
 * Leases beyond those that each connection has anyway. They are shared by those that are quick, and what is used of them counts against
 * nobody else, also where its connection has become slow.
 * @param most in all.
 * @returns by connection.
 */
export function aheadOf(connections: ReadonlyMap<string, Ahead>, most: number): ReadonlyMap<string, Beyond> {
  const beyond = new Map<string, { used: number; wanted: number }>();
  let stuck = 0;
  let quick = 0;
  for (const [over, { leased, allowed, perPlace }] of connections) {
    if (!Number.isFinite(allowed)) continue;
    const used = Math.max(0, leased - LEASED_PER_PLACE * allowed);
    const wanted = Math.max(0, Math.floor((perPlace - LEASED_PER_PLACE) * allowed));
    if (used + wanted === 0) continue;
    if (wanted > 0) quick += 1;
    else stuck += used;
    beyond.set(over, { used, wanted });
  }
  const share = Math.floor(Math.max(0, most - stuck) / Math.max(1, quick));
  return new Map([...beyond].map(([over, { used, wanted }]) => [over, { used, free: Math.min(wanted, share) }]));
}

/** Of one connection: what it has beyond its usual leases, and what it may have. */
export interface Beyond {
  readonly used: number;
  readonly free: number;
}
