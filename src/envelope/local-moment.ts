import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';

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
  requireForm('localMoment', 'instant', instant, 'number');
  const part = new Map<string, string>();
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) part.set(type, value);
  const get = (name: string): string => part.get(name) ?? '';
  return {
    date: `${get('year')}-${get('month')}-${get('day')}`,
    time: `${get('hour')}:${get('minute')}`,
    second: get('second'),
  };
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
  try {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
  } catch (cause) {
    throw new X12Error(
      'X12_OPTION_INVALID',
      'The time zone is unknown here. Give an IANA name such as America/Chicago.',
      { cause },
    );
  }
}
