import { isDate8 } from '../../guide/values/date.js';
import type { JsonValue } from '../../model/json.js';

// Days are texts of eight digits, CCYYMMDD, so that their order is the order of texts. What is no day of the calendar is told once, by the rule
// of the calendar: to all other rules it is not there.

/** A day of the calendar. */
export function dayOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && isDate8(value) ? value : undefined;
}

/** The day of CCYYMMDD or CCYYMMDDHHMM. */
export function dayOfMoment(value: JsonValue | undefined): string | undefined {
  const parts = typeof value === 'string' ? /^(\d{8})(?:(?:[01]\d|2[0-3])[0-5]\d)?$/.exec(value) : null;
  return dayOf(parts?.[1]);
}

/** From one day to another, both of them in it. It may run backwards: a rule tells that. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** CCYYMMDD, or two of them with a hyphen between. */
export function periodOf(value: JsonValue | undefined): Period | undefined {
  if (typeof value !== 'string') return undefined;
  const [first, second = first, ...more] = value.split('-', 3);
  const [from, to] = [dayOf(first), dayOf(second)];
  return from === undefined || to === undefined || more.length > 0 ? undefined : { from, to };
}
