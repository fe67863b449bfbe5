import { MAX_CONTROL_NUMBER } from '../../envelope/control-numbers.js';
import { isDigits, x12Date, x12Time } from '../../envelope/date-time.js';
import { localMoment } from '../../envelope/local-moment.js';
import { X12Error } from '../../model/error.js';
import type { ClaimClock } from '../claim-codec-types.js';

/** What the ISA and the GS of joined claims have of their own, by element. */
export interface JoinedHeader {
  readonly interchangeNumber: string;
  readonly groupNumber: string;
  readonly isa: ReadonlyMap<number, string>;
  readonly gs: ReadonlyMap<number, string>;
}

export interface JoinedNumbers extends ClaimClock {
  readonly interchangeNumber: string | number;
  readonly groupNumber: string | number;
}

// ISA09 has two digits of the year. A day less at either end, for the time zones.
const SINCE = Date.UTC(1950, 0, 2);
const UNTIL = Date.UTC(2049, 11, 31);

/** @throws X12Error `X12_OPTION_INVALID` for a number, a moment or a time zone that cannot be written. */
export function joinedHeader({ now, timeZone, ...numbers }: JoinedNumbers): JoinedHeader {
  const interchangeNumber = numberOf(numbers.interchangeNumber, 'interchangeNumber').padStart(9, '0');
  const groupNumber = numberOf(numbers.groupNumber, 'groupNumber');
  if (!(now >= SINCE && now < UNTIL)) {
    throw refused('now is a moment of the years 1950 to 2049, in milliseconds since 1970.', 'now');
  }
  const { date, time, second } = localMoment(now, timeZone);
  const hourAndMinute = x12Time(time);
  return {
    interchangeNumber,
    groupNumber,
    isa: new Map([
      [9, x12Date(date, 6)],
      [10, hourAndMinute],
      [13, interchangeNumber],
    ]),
    gs: new Map([
      [4, x12Date(date, 8)],
      [5, hourAndMinute + second],
      [6, groupNumber],
    ]),
  };
}

function numberOf(given: string | number, option: string): string {
  const text = String(given);
  if (isDigits(text) && text.length <= 9 && Number(text) >= 1) return text;
  throw refused(`${option} is a whole number from 1 to ${MAX_CONTROL_NUMBER}.`, option);
}

function refused(text: string, option: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { details: { option } });
}
