import type { Destinations } from '../../store/exchange-tables.js';
import type { Json } from '../../store/tables.js';

/** The column `event_types`. */
export function eventTypesColumn(names: readonly string[]): Json {
  return JSON.stringify(names);
}

/** The names that a destination asks for. */
export function eventTypesOf({ event_types }: Pick<Destinations, 'event_types'>): readonly string[] {
  // Written by `eventTypesColumn`.
  return JSON.parse(event_types) as readonly string[];
}
