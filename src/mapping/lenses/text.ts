import type { JsonValue } from '../../model/json.js';
import type { Lens, Tell } from '../lens.js';

/** Text as it stands. A number of the guide JSON is written out; of a repeated element the first counts. */
export const text: Lens = { name: 'text', get: textOfValue, put: textOfProperty };

/** An element as text: what has another form than a simple element is noted, and its first text taken. */
export function textOfValue(value: JsonValue, tell: Tell): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  tell.tell('value-type');
  let first: JsonValue = value;
  for (let level = 0; level < MOST_LEVELS && typeof first === 'object' && first !== null; level++)
    first = Object.values(first)[0] ?? '';
  return first === '' || (typeof first !== 'string' && typeof first !== 'number') ? undefined : String(first);
}

/** A list of repetitions, a composite, a component: what stands deeper is no element. */
const MOST_LEVELS = 3;

/** A property as text; numbers are taken too. */
export function textOfProperty(value: unknown, tell: Tell): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  tell.tell('value-type');
  return undefined;
}
