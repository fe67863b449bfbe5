/** Milliseconds since 1970 of `YYYY-MM-DD` or `CCYYMMDD`, and `HH:MM` or `HHMMSS…`, taken for UTC; `undefined`: it is none. */
export function momentOf(date: string | undefined, time: string | undefined): number | undefined {
  const day = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date ?? '');
  if (day === null) return undefined;
  const [, hours = '00', minutes = '00', seconds = '00'] = /^(\d{2}):?(\d{2}):?(\d{2})?/.exec(time ?? '') ?? [];
  const at = Date.parse(`${day[1]}-${day[2]}-${day[3]}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** When something was said, as far as that can be: payers write their own time, of no zone; not before what it is about, and not after it came. */
export function saidAt(at: number, since: number, receivedAt: number): number {
  return Math.max(since, Math.min(at, receivedAt));
}
