import type { ClaimType } from '../../../src/claims/claim-type.js';
import { requestPlaces } from '../../../src/claims/places/request-places.js';
import type { TablePlace } from '../../../src/claims/places/table-places.js';
import { isMapped, ROWS, TYPES } from '../property-request.js';
import type { PropertyRow } from '../property-sample.js';
import { homeOf, nameOf } from './homes.js';

/** What has no element, and yet is not dropped. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  usageIndicator: 'ISA15, by who sends it',
  'providers[].providerType': 'says which provider it is',
};
/** The number of an uploaded file is known to who keeps it. */
const FILE = /\.attachmentId$/;

/** Every property of the three requests, with its place in each claim. */
export function propertyTable(): string {
  const rows = new Map<string, Partial<Record<string, string>>>();
  for (const row of ROWS) rows.set(row.property, { ...rows.get(row.property), [row.claim]: cellOf(row) });
  const lines = [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([property, { P = '', I = '', D = '' }]) => `| ${property} | ${P} | ${I} | ${D} |`);
  return ['| property | professional | institutional | dental |', '|---|---|---|---|', ...lines].join('\n');
}

function cellOf(row: PropertyRow): string {
  const elsewhere = ELSEWHERE[row.property];
  if (elsewhere !== undefined) return elsewhere;
  if (FILE.test(row.property) && isMapped(row)) return 'as attachmentControlNumber';
  if (!isMapped(row)) return 'not sent';
  const places = placesNamed(typeOf(row), row.property);
  if (places.length > 0) return [...new Set(places.map((place) => `\`${textOf(place)}\``))].join(' or ');
  const home = homeOf(row);
  return home === undefined ? 'not sent' : `as ${nameOf(home)}`;
}

/** The places of a property, or of what has replaced it. */
export function placesOf(row: PropertyRow): readonly TablePlace[] {
  const property = FILE.test(row.property) ? row.property.replace(FILE, '.attachmentControlNumber') : row.property;
  const own = placesNamed(typeOf(row), property);
  if (own.length > 0) return own;
  const replaced = ROWS.find((one) => one.claim === row.claim && one.property === property) ?? row;
  return placesNamed(typeOf(row), nameOf(homeOf(replaced) ?? []));
}

const known = new Map<ClaimType, readonly TablePlace[]>();

function placesNamed(type: ClaimType, property: string): readonly TablePlace[] {
  const places = known.get(type) ?? requestPlaces(type);
  known.set(type, places);
  const name = property.replaceAll('[]', '');
  // What is a whole loop or segment is no property.
  return places.filter(
    (place) => place.property.replaceAll('[]', '') === name && place.elements.some((element) => hasElement(element)),
  );
}

function hasElement(element: string): boolean {
  return /\/\d\d(-\d+)?$/.test(element);
}

function typeOf({ claim }: PropertyRow): ClaimType {
  return TYPES[claim] ?? 'professional';
}

/** Such as `2300/HI[01-1=BG]/01-2 to 12-2`. */
function textOf({ loops, elements, byEntry }: TablePlace): string {
  const loop = loops.at(-1)?.loop;
  const [first = '', ...others] = elements;
  const segment = first.slice(0, first.lastIndexOf('/') + 1);
  const short = others.map((one) => (one.startsWith(segment) ? one.slice(segment.length) : one));
  const more =
    byEntry !== true
      ? others.map((one) => `, else ${one}`)
      : short.length > 6
        ? [` to ${short.at(-1)}`]
        : short.map((one) => ` ${one}`);
  return `${loop === undefined ? '' : `${loop}/`}${first}${more.join('')}`;
}
