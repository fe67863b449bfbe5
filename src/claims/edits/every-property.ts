import { isObject } from '../../mapping/occurrences.js';
import type { JsonValue } from '../../model/json.js';
import type { Trail } from './edit.js';
import { entityOf } from './entities.js';

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
