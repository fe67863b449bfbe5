import type { JsonValue } from '../../model/json.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { dateToJson } from './date.js';
import { decimalToJson, integerToJson, type NumberForm } from './number.js';
import { timeToJson } from './time.js';

/**
 * The JSON form of one value by its type: a value that would not come back byte for
 * byte, or is not of its type, stays text; as `{ text }` where bare text would mean another value.
 */
export function toJson(element: ElementPlan, text: string, numbers: NumberForm): JsonValue {
  switch (element.kind) {
    case Kind.integer:
      return integerToJson(element, text, numbers);
    case Kind.decimal:
      return decimalToJson(text, numbers);
    case Kind.date:
      return dateToJson(element, text);
    case Kind.time:
      return timeToJson(text);
    default:
      return text;
  }
}
