import type { JsonValue } from '../../model/json.js';
import type { Lens, Tell } from '../lens.js';

/** Text as it stands. A number of the guide JSON is written out; of a repeated element the first counts. */
export const text: Lens = { name: 'text', get: textOfValue, put: textOfProperty };

/** An element as text: what has another form than a simple element is noted, and its first text taken. */
export function textOfValue(value: JsonValue, tell: Tell): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  tell.tell('value-type');
  return typeof value === 'object' && value !== null ? textOfValue(Object.values(value)[0] ?? '', tell) : undefined;
}

/** A property as text; numbers are taken too. */
export function textOfProperty(value: unknown, tell: Tell): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  tell.tell('value-type');
  return undefined;
}
