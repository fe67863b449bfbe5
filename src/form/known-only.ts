import type { JsonObject, JsonValue } from '../model/json.js';
import type { FormSchema, WholeSchema } from './form-schema.js';

type Keep = (value: JsonValue) => JsonValue;

/**
 * Leaves out what a schema does not know, and what it says there is no place for. What is all known stays the same object.
 * Whoever gave it is told by the check of the form.
 */
export function knownOnly(schema: WholeSchema): Keep {
  return keepOf(schema, { whole: schema, references: new Map() });
}

interface Making {
  readonly whole: WholeSchema;
  readonly references: Map<string, Keep>;
}

const ALL: Keep = (value) => value;

function keepOf(schema: FormSchema, making: Making): Keep {
  if ('$ref' in schema) return referenced(schema.$ref, making);
  if (schema.type === 'array') return ofList(keepOf(schema.items, making));
  if (schema.type !== 'object') return ALL;
  const sent = Object.entries(schema.properties).filter(([, inner]) => inner.x12 !== false);
  return ofObject(new Map(sent.map(([name, inner]) => [name, keepOf(inner, making)])));
}

function referenced(ref: string, making: Making): Keep {
  const known = making.references.get(ref);
  if (known !== undefined) return known;
  const target = making.whole.$defs?.[ref.replace('#/$defs/', '')];
  const keep = target === undefined ? ALL : keepOf(target, making);
  making.references.set(ref, keep);
  return keep;
}

function ofList(keep: Keep): Keep {
  return (value) => {
    if (!Array.isArray(value)) return value;
    const kept = value.map(keep);
    return kept.every((entry, at) => entry === value[at]) ? value : kept;
  };
}

function ofObject(properties: ReadonlyMap<string, Keep>): Keep {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const object: JsonObject = value as JsonObject; // neither null nor a list
    let changed = false;
    const kept: JsonObject = {};
    for (const name in object) {
      const inner = object[name];
      const keep = properties.get(name);
      if (inner === undefined || keep === undefined) changed = true;
      else {
        const known = keep(inner);
        kept[name] = known;
        if (known !== inner) changed = true;
      }
    }
    return changed ? kept : value;
  };
}
