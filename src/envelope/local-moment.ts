import { requireForm } from '../model/check-options.js';
import type { OwnRule } from '../model/option-rules.js';

/** A moment as a clock on a wall shows it. */
export interface LocalMoment {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  /** `SS`. */
  readonly second: string;
}

/**
 * What a clock in a time zone shows at an instant.
 * @param instant milliseconds since 1970-01-01T00:00Z.
 * @param timeZone IANA name, such as `America/Chicago`; default UTC.
 * @throws X12Error `X12_OPTION_INVALID` for an unknown time zone.
 */
export function localMoment(instant: number, timeZone = 'UTC'): LocalMoment {
  requireForm('localMoment', 'instant', instant, INSTANT);
  requireForm('localMoment', 'timeZone', timeZone, TIME_ZONE);
  const part = new Map<string, string>();
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) part.set(type, value);
  const get = (name: string): string => part.get(name) ?? '';
  return {
    date: `${get('year')}-${get('month')}-${get('day')}`,
    time: `${get('hour')}:${get('minute')}`,
    second: get('second'),
  };
}

export const TIME_ZONE: OwnRule = {
  fits: (value) => typeof value === 'string' && isTimeZone(value),
  name: 'a time zone that is known here, by its IANA name, such as America/Chicago',
};

/** What `Date` can show: a hundred million days around 1970. */
const INSTANT = { least: -8.64e15, most: 8.64e15 } as const;

function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

// Making a format costs fifty times as much as using it. Names of zones come from the program, not from data; still they
// must not fill the memory.
const KEPT_FORMATS = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let known = formats.get(timeZone);
  if (known === undefined) {
    if (formats.size >= KEPT_FORMATS) formats.clear();
    known = format(timeZone);
    formats.set(timeZone, known);
  }
  return known;
}

function format(timeZone: string): Intl.DateTimeFormat {
  const digits = '2-digit';
  const shape = {
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
    hourCycle: 'h23',
  } as const;
  return new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
}
