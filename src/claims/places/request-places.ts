import type { FormSchema, WholeSchema } from '../../form/form-schema.js';
import { claimSchema } from '../claim-schemas.js';
import { type ClaimShape, type ClaimType, type PeriodNames, shapeOf } from '../claim-type.js';
import { CONTACT_KINDS } from '../moves/contact-numbers.js';
import { BILLING_QUALIFIER, NUMBER, QUALIFIER_NAMES, SINGLES } from '../moves/number-pairs.js';
import { TABLES } from '../tables/tables.js';
import { type TablePlace, tablePlaces } from './table-places.js';

// The table knows the tree; a request calls much otherwise. The names here follow the moves of `claim-tree.ts` and `moves/`.

/** Every property of a request in normal form with its elements, in the order of the table; and its objects and lists that are loops or segments. */
export function requestPlaces(type: ClaimType): readonly TablePlace[] {
  const shape = shapeOf(type);
  const schema = claimSchema(type);
  return tablePlaces(TABLES[type])
    .map((place) => ofRequest(place, shape))
    .flatMap((place) => [...contact(place), ...period(place, shape), ...numbers(place, type), ...receiver(place)])
    .filter(({ property }) => isKnown(schema, property));
}

function ofRequest(place: TablePlace, shape: ClaimShape): TablePlace {
  const loops = place.loops.map(({ loop, list }) =>
    list === undefined ? { loop } : { loop, list: nameIn(list, shape) },
  );
  return { ...place, loops, property: nameIn(place.property, shape) };
}

/** Levels of the tree fall away; what is of the patient in the set is of the claim in a request, and its providers are of the request. */
function nameIn(property: string, shape: ClaimShape): string {
  const below = property.replace(/^(?:(?:billings|subscribers|dependents)\[\]\.?)+/, '');
  if (below === 'claims[]') return 'claimInformation';
  // The loop of a patient is no place of the claim.
  if (below === 'patient') return '';
  if (below === 'claimFilingCode') return 'claimInformation.claimFilingCode';
  const [, claims, rest = ''] = /^(claims\[\]|patient)\.(.*)$/.exec(below) ?? [];
  if (claims === undefined) return below;
  return shape.providers.includes(rest.split('.')[0] ?? '') ? rest : `claimInformation.${rest}`;
}

/** Numbers of a contact are a list in the tree; each kind has the place that it has where the kinds before it are given. */
function contact(place: TablePlace): readonly TablePlace[] {
  const { property, elements } = place;
  const [, owner, part] = /^(.*\.)contact\.(name|numbers\[\]\.number)$/.exec(property) ?? [];
  if (owner === undefined) return property.includes('.contact.') ? [] : [place];
  if (part === 'name') return [{ ...place, property: `${owner}contactInformation.name` }];
  return CONTACT_KINDS.map(([, name], at) => ({
    property: `${owner}contactInformation.${name}`,
    loops: place.loops,
    // An extension stands behind its telephone, the fax number there without one.
    elements: [elements[at < 2 ? at : at - 1] ?? ''],
  }));
}

function period(place: TablePlace, { periods }: ClaimShape): readonly TablePlace[] {
  const { property } = place;
  const names = [...periods.claim, ...periods.line].find((one: PeriodNames) => property.endsWith(`.${one.period}`));
  if (names === undefined) return [];
  const owner = property.slice(0, -names.period.length);
  return [names.from, names.to].map((name) => ({ ...place, property: owner + name }));
}

/** Institutional numbers of providers: a list in the tree, a number with its qualifier and old names in a request. */
function numbers(place: TablePlace, type: ClaimType): readonly TablePlace[] {
  if (type !== 'institutional') return [];
  const [, billing] = /^(billing)\.(?:commercial|location)Number$/.exec(place.property) ?? [];
  if (billing !== undefined)
    return [at(place, `billing.${NUMBER}`, '02'), at(place, `billing.${BILLING_QUALIFIER}`, '01')];
  const [, owner = '', part] = /^(.*)\.identifiers\[\]\.(\w+)$/.exec(place.property) ?? [];
  const qualifier = QUALIFIER_NAMES[owner.split('.').at(-1) ?? ''];
  if (qualifier === undefined) return [];
  if (part === 'qualifier') return [at(place, `${owner}.${qualifier}`, '01')];
  if (part === 'otherIdentifier')
    return [
      at(place, `${owner}.referenceIdentification[].qualifier`, '04-1'),
      at(place, `${owner}.referenceIdentification[].identifier`, '04-2'),
    ];
  const singles = Object.entries(SINGLES).map(([code, name]) => at(place, `${owner}.${name}`, '02', `[01=${code}]`));
  return [at(place, `${owner}.${NUMBER}`, '02'), ...singles];
}

function at({ loops, elements }: TablePlace, property: string, element: string, filter = ''): TablePlace {
  const [segment = ''] = (elements[0] ?? '').split('/');
  return { property, loops, elements: [`${segment}${filter}/${element}`] };
}

function receiver(place: TablePlace): readonly TablePlace[] {
  if (place.property !== 'receiver.id') return [];
  return ['receiver.receiverId', 'receiver.taxId'].map((property) => ({ ...place, property }));
}

/** The tree has more than requests: qualifiers that are given by who sends it, lists that a request has not. */
function isKnown(whole: WholeSchema, property: string): boolean {
  let schema: FormSchema | undefined = whole;
  for (const name of property.replaceAll('[]', '').split('.')) {
    const object = inside(schema, whole);
    schema = object?.type === 'object' ? object.properties[name] : undefined;
    if (schema === undefined || schema.x12 === false) return false;
  }
  return true;
}

function inside(schema: FormSchema | undefined, whole: WholeSchema): Exclude<FormSchema, { $ref: string }> | undefined {
  if (schema === undefined) return undefined;
  if ('$ref' in schema) return inside(whole.$defs?.[schema.$ref.replace('#/$defs/', '')], whole);
  return schema.type === 'array' ? inside(schema.items, whole) : schema;
}
