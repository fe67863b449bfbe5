/** Milliseconds of the longest wait after failures, where the interval itself is no longer. */
const LONGEST_WAIT = 60 * 60_000;
/** Milliseconds of the first wait for a partner who is down, unless the interval is shorter. */
const SOON = 5_000;
/** The part of a wait that is random, so that many connections do not look at one instant. */
const JITTER = 0.1;

/** What came of the looks before. */
export interface LooksBefore {
  /** That failed, one after another. */
  readonly failures: number;
  /**
   * The last one was refused, as by a wrong password: to ask again soon is of no use, and partners lock out who does. Else the partner was down,
   * and may be back any moment.
   */
  readonly wasRefused?: boolean | undefined;
}

/**
 * Milliseconds until the next look: the interval. After failures twice as long each time, up to an hour: from the interval where the partner
 * refused, from seconds where it was down.
 * @param random from 0 up to 1.
 */
export function nextLook(everyMs: number, before: LooksBefore, random: number): number {
  return Math.round(waitAfter(everyMs, before) * (1 + JITTER * random));
}

function waitAfter(everyMs: number, { failures, wasRefused = false }: LooksBefore): number {
  if (failures === 0) return everyMs;
  if (wasRefused) return Math.max(everyMs, Math.min(everyMs * 2 ** failures, LONGEST_WAIT));
  return Math.min(Math.min(SOON, everyMs) * 2 ** (failures - 1), LONGEST_WAIT);
}
