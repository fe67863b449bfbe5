/** Milliseconds since 1970 of `YYYY-MM-DD` or `CCYYMMDD`, and `HH:MM` or `HHMMSS…`, taken for UTC; `undefined`: it is none. */
export function momentOf(date: string | undefined, time: string | undefined): number | undefined {
  const day = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date ?? '');
  if (day === null) return undefined;
  const [, hours = '00', minutes = '00', seconds = '00'] = /^(\d{2}):?(\d{2}):?(\d{2})?/.exec(time ?? '') ?? [];
  const at = Date.parse(`${day[1]}-${day[2]}-${day[3]}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? undefined : at;
}

const MINUTE = 60_000;

/**
 * When something was said, as far as that can be known: not before what it is about, and not after it came. Payers write the minute alone, in their own
 * time and of no zone: what would be earlier than what it is about by more is of another clock, and then of it is known when it came and nothing else.
 */
export function saidAt(at: number, since: number, receivedAt: number): number {
  if (at <= since - MINUTE) return receivedAt;
  return Math.max(since, Math.min(at, receivedAt));
}
