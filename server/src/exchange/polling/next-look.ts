/** Milliseconds of the longest wait after failures, where the interval itself is no longer. */
const LONGEST_WAIT = 60 * 60_000;
/** The part of a wait that is random, so that many connections do not look at one instant. */
const JITTER = 0.1;

/**
 * Milliseconds until the next look: the interval, or after failures twice as long each time, up to an hour.
 * @param random from 0 up to 1.
 */
export function nextLook(everyMs: number, failures: number, random: number): number {
  const longer = Math.min(everyMs * 2 ** failures, LONGEST_WAIT);
  return Math.round(Math.max(everyMs, longer) * (1 + JITTER * random));
}
