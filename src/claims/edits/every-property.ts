import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Edit, Trail } from './edit.js';
import { entityOf, told } from './entities.js';

/** Every property of some names, with the entity that it is of. `at` is where the value itself is. */
export function everyProperty(
  value: JsonValue | undefined,
  names: ReadonlySet<string>,
  hear: (value: JsonValue, at: Trail, entity: string | undefined) => void,
  at: Trail = [],
): void {
  const trail = [...at];
  const walk = (inner: JsonValue | undefined): void =>
    eachInside(inner, trail, (value, name) => {
      if (typeof name === 'string' && names.has(name)) hear(value, [...trail], entityOf(trail.slice(0, -1)));
      walk(value);
    });
  walk(value);
}

/** Every object, the outer before those in it. */
export function everyObject(value: JsonValue | undefined, hear: (object: JsonObject, at: Trail) => void): void {
  const trail: (string | number)[] = [];
  const walk = (inner: JsonValue | undefined): void => {
    if (isObject(inner)) hear(inner, [...trail]);
    eachInside(inner, trail, walk);
  };
  walk(value);
}

/** What is in an object or list; `trail` leads to each while it is heard. */
function eachInside(
  value: JsonValue | undefined,
  trail: (string | number)[],
  hear: (value: JsonValue, name: string | number) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  const hearAt = (inner: JsonValue | undefined, name: string | number): void => {
    trail.push(name);
    hear(inner ?? null, name);
    trail.pop();
  };
  if (isObject(value)) for (const name in value) hearAt(value[name], name);
  else if (Array.isArray(value)) for (let at = 0; at < value.length; at++) hearAt(value[at], at);
}

/** A rule over each property of some names, wherever it stands. */
export function each(names: readonly string[], isBroken: (value: string) => boolean): Edit['judge'] {
  const wanted = new Set(names);
  return ({ request }, tell) =>
    everyProperty(request, wanted, (value, at, entity) => {
      if (typeof value === 'string' && isBroken(value)) told(tell, at, entity);
    });
}
