import { normalise } from '../../../src/claims/prepare-claim.js';
import type { JsonObject } from '../../../src/model/json.js';
import { leaves, requestWith, TYPES } from '../property-request.js';
import { type PropertyRow, sampleOf } from '../property-sample.js';

type Trail = readonly (string | number)[];

/** Where a property of the list is in a request of normal form: itself, or whatever has replaced it. Tried, not looked up. */
export function homeOf(row: PropertyRow): Trail | undefined {
  const type = TYPES[row.claim] ?? 'professional';
  const request = requestWith(row) as JsonObject;
  const given = leaves(normalise(type, request));
  const without = leaves(normalise(type, changed(request, row.property)));
  const found = [...given].filter(([at, value]) => without.get(at) !== value).map(([at]) => trailOf(at));
  const sample = String(sampleOf(row));
  return (
    found.find((trail) => nameOf(trail) === row.property.replaceAll('[]', '')) ??
    found.find((trail) => String(given.get(pointerOf(trail))) === sample) ??
    found[0]
  );
}

export function nameOf(trail: Trail): string {
  return trail.filter((part) => typeof part === 'string').join('.');
}

/** The same request without the property. */
function changed(request: JsonObject, property: string): JsonObject {
  const copy = structuredClone(request) as Record<string, unknown>;
  const names = property.split('.');
  let holder: unknown = copy;
  for (const name of names.slice(0, -1)) {
    holder = Reflect.get(Object(holder), name.replaceAll('[]', ''));
    for (let depth = name.split('[]').length - 1; depth > 0; depth--) holder = Reflect.get(Object(holder), 0);
  }
  Reflect.deleteProperty(Object(holder), (names.at(-1) ?? '').replaceAll('[]', ''));
  return copy as JsonObject;
}

function trailOf(pointer: string): Trail {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function pointerOf(trail: Trail): string {
  return trail.map((part) => `/${part}`).join('');
}
