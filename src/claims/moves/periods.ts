import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import type { PeriodNames } from '../claim-type.js';
import { without } from './json-parts.js';

/** Two dates as the one text of DTP03. */
export function withPeriods(object: JsonObject, periods: readonly PeriodNames[]): JsonObject {
  return periods.reduce((result, names) => within(result, names, joined), object);
}

/** The reverse. */
export function withDates(object: JsonObject, periods: readonly PeriodNames[]): JsonObject {
  return periods.reduce((result, names) => within(result, names, split), object);
}

type Move = (holder: JsonObject, names: PeriodNames) => JsonObject;

function within(object: JsonObject, names: PeriodNames, move: Move): JsonObject {
  if (names.within === undefined) return move(object, names);
  const inner = object[names.within];
  return isObject(inner) ? { ...object, [names.within]: move(inner, names) } : object;
}

function joined(holder: JsonObject, { from, to, period, always, alone }: PeriodNames): JsonObject {
  const { [from]: start, [to]: end } = holder;
  if (start === undefined || (end === undefined && alone === true)) return holder;
  const result = without(holder, [from, to]); // a copy, for the start is there
  result[period] = end === undefined && always !== true ? start : `${start}-${end ?? start}`;
  return result;
}

function split(holder: JsonObject, { from, to, period }: PeriodNames): JsonObject {
  const { [period]: both, ...rest } = holder;
  if (typeof both !== 'string') return holder;
  const [start = '', end] = both.split('-');
  return { ...rest, [from]: start, ...(end === undefined ? {} : { [to]: end }) };
}
