import type { Lens } from '../lens.js';
import { textOfProperty, textOfValue } from './text.js';

// A date or range as the element says it with DTP02 or MPI06: D8 CCYYMMDD, RD8 CCYYMMDD-CCYYMMDD.

/** The qualifier of a date or range, derived from its form on put; get gives nothing. A row beside the one of the value. */
export const periodFormat: Lens = {
  name: 'periodFormat',
  get: () => undefined,
  put(value, tell) {
    const text = textOfProperty(value, tell);
    if (text === undefined) return undefined;
    return text.includes('-') ? 'RD8' : 'D8';
  },
};

/** The same where hours may stand: TM HHMM, DT CCYYMMDDHHMM. */
export const momentFormat: Lens = {
  name: 'momentFormat',
  get: () => undefined,
  put(value, tell) {
    const text = textOfProperty(value, tell);
    if (text === undefined) return undefined;
    return text.includes('-') ? 'RD8' : (FORMATS.get(text.length) ?? 'D8');
  },
};

const FORMATS: ReadonlyMap<number, string> = new Map([
  [4, 'TM'],
  [12, 'DT'],
]);

/** The first day of a range. */
export const rangeStart: Lens = end('rangeStart', 0);

/** The last day of a range. */
export const rangeEnd: Lens = end('rangeEnd', 1);

function end(name: string, side: 0 | 1): Lens {
  return {
    name,
    joined: true,
    get: (value, tell) => textOfValue(value, tell)?.split('-')[side] || undefined,
    put(value, tell, current) {
      const text = textOfProperty(value, tell);
      if (text === undefined) return undefined;
      const days = typeof current === 'string' ? current.split('-') : [];
      days[side] = text;
      return `${days[0] ?? ''}-${days[1] ?? ''}`;
    },
  };
}
