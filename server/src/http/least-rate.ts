/** How slowly a client may send or read: so many bytes a second on the whole, once it was waited for so long. */
export interface LeastRate {
  readonly bytesPerSecond: number;
  readonly afterMs: number;
  /** All of it has so long, however fast it comes. Default: no end. */
  readonly mostMs?: number | undefined;
}

/** Of a body that is sent. */
export const LEAST_RATE: LeastRate = { bytesPerSecond: 16 * 1024, afterMs: 10_000 };

/** Of bodies that take memory while they come: none has it for longer. */
export const LEAST_RATE_IN_MEMORY: LeastRate = { ...LEAST_RATE, mostMs: 120_000 };

/** Of an answer that is read: a client that is busy has a while longer to begin. */
export const ANSWER_RATE: LeastRate = { bytesPerSecond: 16 * 1024, afterMs: 30_000 };

/** @param waitedMs for how long the server has waited for the client, in which so many bytes went. */
export function isTooSlow(
  { bytesPerSecond, afterMs, mostMs = Number.POSITIVE_INFINITY }: LeastRate,
  waitedMs: number,
  bytes: number,
): boolean {
  return waitedMs > mostMs || waitedMs > afterMs + (bytes / bytesPerSecond) * 1000;
}
