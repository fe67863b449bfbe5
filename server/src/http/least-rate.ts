/** How slowly a client may send or read: so many bytes a second on the whole, once it was waited for so long. */
export interface LeastRate {
  readonly bytesPerSecond: number;
  readonly afterMs: number;
  /** All of it has so long, however fast it comes. Default: no end. */
  readonly mostMs?: number | undefined;
}

/** Of a body that is sent. */
export const LEAST_RATE: LeastRate = { bytesPerSecond: 16 * 1024, afterMs: 10_000 };

/** Of an answer that is read: a client that is busy has a while longer to begin. */
export const ANSWER_RATE: LeastRate = { bytesPerSecond: 16 * 1024, afterMs: 30_000 };
