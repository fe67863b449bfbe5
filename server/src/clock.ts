/** Where every instant of the server comes from: milliseconds since 1970, whole. SQL is never asked for the time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** An instant as the interface shows it: ISO 8601 in UTC with milliseconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** The instant of a text that a schema has found to be one: milliseconds since 1970. */
export function instantOf(text: string): number {
  return Date.parse(text);
}
