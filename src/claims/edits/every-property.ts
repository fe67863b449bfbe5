import { isObject } from '../../mapping/occurrences.js';
import type { JsonValue } from '../../model/json.js';
import type { Edit, TellBroken, Trail } from './edit.js';

/** Entities of a 277CA (NM101) by the object that a property is in. */
const ENTITIES: Readonly<Record<string, string>> = {
  submitter: '41',
  billing: '85',
  payToAddress: '87',
  subscriber: 'IL',
  dependent: 'QC',
  referring: 'DN',
  referringProvider: 'DN',
  rendering: '82',
  renderingProvider: '82',
  supervising: 'DQ',
  supervisingProvider: 'DQ',
  orderingProvider: 'DK',
  purchasedServiceProvider: 'QB',
  assistantSurgeon: 'DD',
  attending: '71',
  operatingPhysician: '72',
  otherOperatingPhysician: 'ZZ',
  serviceFacilityLocation: '77',
};

/** Every property of a name, with the object that it is in. */
export function everyProperty(
  value: JsonValue | undefined,
  names: ReadonlySet<string>,
  hear: (value: JsonValue, at: Trail, entity: string | undefined) => void,
  at: Trail = [],
): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) everyProperty(entry, names, hear, [...at, index]);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (names.has(name)) hear(inner ?? null, [...at, name], entityOf(at));
    everyProperty(inner, names, hear, [...at, name]);
  }
}

/** The entity of the innermost object on the way that is one. */
export function entityOf(at: Trail): string | undefined {
  for (let index = at.length - 1; index >= 0; index--) {
    const found = ENTITIES[String(at[index])];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tells a place, with the entity where it is known. */
export function told(tell: TellBroken, at: Trail, entity: string | undefined): void {
  tell(at, entity === undefined ? {} : { entity });
}

/** A rule over each property of some names, wherever it stands. */
export function each(names: readonly string[], isBroken: (value: string) => boolean): Edit['judge'] {
  const wanted = new Set(names);
  return ({ request }, tell) =>
    everyProperty(request, wanted, (value, at, entity) => {
      if (typeof value === 'string' && isBroken(value)) told(tell, at, entity);
    });
}
