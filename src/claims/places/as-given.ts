import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimType } from '../claim-type.js';
import { objectsIn } from '../moves/json-parts.js';
import { rolesOf } from '../normalise/provider-list.js';

// Rules judge the normal form, in which old names have gone to new ones: whoever wrote the request finds the place under the name given there.

/** A property that may have come from elsewhere. */
interface Moved {
  /** Its pointer in normal form, from the start. */
  readonly now: RegExp;
  /** Pointers that it may have had; the first that the request has is the one. */
  readonly old: readonly string[];
}

/** A list made of others, and of single values, in this order; `[]` marks a list. */
interface Joined {
  readonly now: RegExp;
  readonly of: readonly string[];
}

const LINE = '(/claimInformation/serviceLines/\\d+)';
const OTHER = '(/claimInformation/otherSubscriberInformation(?:/\\d+)?)';

const MOVED: readonly Moved[] = [
  moved('/subscriber/groupNumber', '/subscriber/policyNumber'),
  moved('/claimInformation/epsdtReferral/conditionCodes', '/claimInformation/conditionCodes'),
  moved('/claimInformation/billingNote', '/claimInformation/claimNotes/additionalInformation/0'),
  moved(`${OTHER}/groupNumber`, '$1/policyNumber'),
  moved(`${OTHER}/otherSubscriberName/otherInsuredFirstName`, '$1/otherSubscriberName/firstName'),
  moved(
    `${OTHER}/otherSubscriberName/otherInsuredAdditionalIdentifier/0`,
    '$1/otherPayerName/otherInsuredAdditionalIdentifier',
  ),
  moved(
    `${LINE}/serviceDate`,
    ...['beginServiceDate', 'serviceDate'].map((name) => `$1/serviceLineDateInformation/${name}`),
  ),
  moved(`${LINE}/serviceDateEnd`, '$1/serviceLineDateInformation/endServiceDate'),
  moved(`${LINE}/lineItemControlNumber`, '$1/serviceLineReferenceInformation/providerControlNumber'),
  moved(`${LINE}/thirdPartyOrganizationNotes`, '$1/lineNoteText'),
  moved(`${LINE}/institutionalService/description`, '$1/description'),
  moved(`${LINE}/lineRepricingInformation`, '$1/linePricingInformation'),
];

const REPORT = ['reportInformation', 'reportInformations[]'];
const NUMBERS = ['stateLicenseNumber', 'providerUpinNumber', 'commercialNumber'];

const JOINED: readonly Joined[] = [
  joined('(/claimInformation/claimSupplementalInformation)/reportInformations', ...REPORT),
  joined('(/claimInformation)/fileInformationList', 'fileInformationList[]', 'fileInformation'),
  joined(
    `${LINE}/serviceLineSupplementalInformations`,
    ...['serviceLineSupplementalInformation', 'serviceLineSupplementalInformations[]'],
    ...REPORT.map((name) => `lineSupplementInformation/${name}`),
  ),
  joined(`${LINE}/lineAdjudicationInformation`, 'lineAdjudicationInformation[]', 'lineAdjustmentInformation'),
  ...[
    joined(
      `(.*/(?:rendering|supervising)Provider)/secondaryIdentifier`,
      ...[...NUMBERS, 'locationNumber', 'secondaryIdentifier[]'],
    ),
    joined(
      `(.*/(?:(?:purchasedService|ordering|referring)Provider|ordering))/secondaryIdentifier`,
      ...[...NUMBERS, 'secondaryIdentifier[]'],
    ),
  ],
];

/** Where a property of the normal form stands in the request that it was made of, by JSON pointers. */
export function pointersAsGiven(type: ClaimType, given: unknown): (pointer: string) => string {
  if (!isObject(given)) return (pointer) => pointer;
  const alone = { now: /^\/claimInformation\/otherSubscriberInformation(?=\/\D|$)/, to: '/0' };
  const isListed = Array.isArray(at(given, '/claimInformation/otherSubscriberInformation'));
  const roles = placesOfRoles(type, given);
  const ordering = [moved(`${LINE}/orderingProvider`, '/ordering', ...(roles.get('ordering') ?? []))];
  const ofRoles = [...roles].map(([name, old]): Moved => ({ now: startOf(`/${name}`), old }));
  return (pointer) => {
    // An institutional claim has one other subscriber in an object: a list of one has become that.
    const inList = type === 'institutional' && isListed ? pointer.replace(alone.now, (all) => all + alone.to) : pointer;
    const back = [...ordering, ...MOVED].reduce((found, move) => origin(given, found, move), inList);
    const single = JOINED.reduce((found, list) => partOf(given, found, list), back);
    return ofRoles.reduce((found, move) => origin(given, found, move), single);
  };
}

/** Providers of the old list, by the names of the objects that have replaced them. */
function placesOfRoles(type: ClaimType, given: JsonObject): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  for (const [index, { providerType }] of objectsIn(given.providers).entries()) {
    const name = rolesOf(type).get(providerType);
    if (name !== undefined) places.set(name, [`/providers/${index}`]);
  }
  return places;
}

function origin(given: JsonObject, pointer: string, { now, old }: Moved): string {
  const [head] = now.exec(pointer) ?? [];
  if (head === undefined || (at(given, head) !== undefined && !old[0]?.startsWith('/providers'))) return pointer;
  for (const one of old) {
    const place = head.replace(now, one);
    if (at(given, place) !== undefined) return place + pointer.slice(head.length);
  }
  return pointer;
}

function partOf(given: JsonObject, pointer: string, { now, of }: Joined): string {
  const [head, owner = '', index] = now.exec(pointer) ?? [];
  if (head === undefined) return pointer;
  let left = Number(index);
  for (const name of of) {
    const place = `${owner}/${name.replace('[]', '')}`;
    const value = at(given, place);
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      if (left < value.length) return `${place}/${left}${pointer.slice(head.length)}`;
      left -= value.length;
    } else if (left === 0) return isObject(value) ? place + pointer.slice(head.length) : place;
    else left--;
  }
  return pointer;
}

/** What stands at a pointer; names of claims have nothing that a pointer escapes. */
function at(whole: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = whole;
  for (const name of pointer.split('/').slice(1)) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function moved(now: string, ...old: readonly string[]): Moved {
  return { now: startOf(now), old };
}

function joined(list: string, ...of: readonly string[]): Joined {
  return { now: startOf(`${list}/(\\d+)`), of };
}

function startOf(pointer: string): RegExp {
  return new RegExp(`^${pointer}(?=/|$)`);
}
