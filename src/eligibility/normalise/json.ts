import type { JsonObject, JsonValue } from '../../model/json.js';

/** An object of a response while it is brought to normal form; absent parts read as empty. */
export function part(of: JsonObject, name: string): JsonObject {
  const value = of[name];
  return isObject(value) ? value : {};
}

export function entries(of: JsonObject, name: string): readonly JsonObject[] {
  const value = of[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a property; numbers count as text. */
export function textAt(of: JsonObject, name: string): string | undefined {
  const value = of[name];
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** Sets a property, or takes it away. */
export function set(of: JsonObject, name: string, value: JsonValue | undefined): void {
  if (value === undefined) delete of[name];
  else of[name] = value;
}

/** A copy without what says nothing: `undefined`, `null`, empty texts, lists and objects. */
export function withoutEmpty(value: unknown): JsonValue | undefined {
  if (Array.isArray(value)) {
    const list = value.map(withoutEmpty).filter((one) => one !== undefined);
    return list.length === 0 ? undefined : list;
  }
  if (typeof value === 'object' && value !== null) {
    const copy: JsonObject = {};
    for (const [name, one] of Object.entries(value)) {
      const kept = withoutEmpty(one);
      if (kept !== undefined) copy[name] = kept;
    }
    return Object.keys(copy).length === 0 ? undefined : copy;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
