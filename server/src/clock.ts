/** Where every instant of the server comes from: milliseconds since 1970, whole. SQL is asked for the time by `store/store-clock.ts` alone. */
export interface Clock {
  now(): number;
  /**
   * `false`: the time of the store has jumped, and it is not known yet what it is now: nothing is to be taken by a lease.
   * Absent: it never does.
   */
  readonly isSteady?: boolean;
  /** The instant at which it has jumped last: leases from before are in another time. Absent: it never has. */
  readonly steppedAt?: number | undefined;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since some instant, with fractions: whoever sets the time of the machine does not change them. */
export function uptime(): number {
  return performance.now();
}

/** An instant as the interface shows it: ISO 8601 in UTC with milliseconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** Date and time as the headers of an interchange take them: `2026-01-31` and `09:05`, in UTC. */
export function envelopeMoment(at: number): { readonly date: string; readonly time: string } {
  const text = isoTime(at);
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/** The instant of a text that a schema has found to be one: milliseconds since 1970. */
export function instantOf(text: string): number {
  return Date.parse(text);
}

/** Whether there is such a day in the calendar. @param text `YYYYMMDD`. */
export function isDay(text: string): boolean {
  const iso = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const at = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso);
}
