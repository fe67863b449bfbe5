import type { JsonObject, JsonValue } from '../model/json.js';
import type { FormSchema, WholeSchema } from './form-schema.js';

/** `undefined`: it is left out. */
type Keep = (value: JsonValue) => JsonValue | undefined;

/**
 * Leaves out what a schema does not know, and what it says there is no place for. What is all known stays the same object.
 * Whoever gave it is told by the check of the form. What is kept is no deeper than the schema, so that nobody behind it needs to fear depth:
 * an object where a text belongs is left out; but one value may stand for a list, and a list for an object, as old requests have it.
 */
export function knownOnly(schema: WholeSchema): (value: JsonValue) => JsonValue {
  const keep = keepOf(schema, { whole: schema, references: new Map() });
  return (value) => keep(value) ?? null;
}

interface Making {
  readonly whole: WholeSchema;
  readonly references: Map<string, Keep>;
}

const scalar: Keep = (value) => (typeof value === 'object' && value !== null ? undefined : value);

/** Of values of any type: scalars, and those that an object or a list has. */
const anything: Keep = (value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((entry) => scalar(entry) !== undefined);
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => scalar(inner) !== undefined));
};

function keepOf(schema: FormSchema, making: Making): Keep {
  if ('$ref' in schema) return referenced(schema.$ref, making);
  if (schema.type === 'array') return ofList(keepOf(schema.items, making));
  if (schema.type === undefined) return anything;
  if (schema.type !== 'object') return scalar;
  const sent = Object.entries(schema.properties).filter(([, inner]) => inner.x12 !== false);
  return ofObject(new Map(sent.map(([name, inner]) => [name, keepOf(inner, making)])));
}

function referenced(ref: string, making: Making): Keep {
  const known = making.references.get(ref);
  if (known !== undefined) return known;
  const target = making.whole.$defs?.[ref.replace('#/$defs/', '')];
  const keep = target === undefined ? scalar : keepOf(target, making);
  making.references.set(ref, keep);
  return keep;
}

function ofList(keep: Keep): Keep {
  return (value) => (Array.isArray(value) ? keptEntries(value, keep) : keep(value));
}

function keptEntries(list: readonly JsonValue[], keep: Keep): readonly JsonValue[] {
  const kept = list.map(keep);
  if (kept.every((entry, at) => entry === list[at])) return list;
  return kept.filter((entry) => entry !== undefined);
}

function ofObject(properties: ReadonlyMap<string, Keep>): Keep {
  const keepObject: Keep = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return undefined;
    const object: JsonObject = value as JsonObject; // neither null nor a list
    // Nearly all is known: a copy is begun at the first that is not. bench: `npm run bench:claims`
    let kept: JsonObject | undefined;
    for (const name in object) {
      const inner = object[name];
      const known = inner === undefined ? undefined : properties.get(name)?.(inner);
      if (known !== inner) kept ??= before(object, name);
      if (kept !== undefined && known !== undefined) kept[name] = known;
    }
    return kept ?? value;
  };
  return (value) => (Array.isArray(value) ? keptEntries(value, keepObject) : keepObject(value));
}

/** The properties of an object that stand before one of them. */
function before(object: JsonObject, end: string): JsonObject {
  const result: JsonObject = {};
  for (const name in object) {
    if (name === end) break;
    const value = object[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
