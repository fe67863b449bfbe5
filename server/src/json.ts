/** A JSON object, its members not looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Neither a list nor `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
