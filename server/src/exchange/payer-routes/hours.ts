import type { StoredSettings } from '../../resources/payer-routes/schemas.js';

type Hours = NonNullable<StoredSettings['hours']>;

/** As settings name them, in their order. */
const DAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Formatters are slow to make, and routes have few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a route is asked at an instant. Windows that end before they begin go over midnight, and belong to the day on which they begin. */
export function isOpen(hours: Hours | undefined, now: number): boolean {
  if (hours === undefined) return true;
  const { windows, maintenance = [], timeZone } = hours;
  if (maintenance.some(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to))) return false;
  if (windows === undefined) return true;
  const { day, time } = localTime(now, timeZone);
  // By name: a day has 23 hours or 25 when the clocks change.
  const dayBefore = DAYS.at(DAYS.indexOf(day) - 1);
  return windows.some(({ days, from, to }) => {
    const has = (one: string | undefined): boolean => days.some((name) => name === one);
    if (from < to) return has(day) && from <= time && time < to;
    return (has(day) && from <= time) || (has(dayBefore) && time < to);
  });
}

function localTime(now: number, timeZone: string): { readonly day: string; readonly time: string } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: (parts.weekday ?? '').slice(0, 2).toUpperCase(), time: `${parts.hour}:${parts.minute}` };
}
