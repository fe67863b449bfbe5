import type { Random } from '../../bench/generate/random.js';

/** A member or item that a mutation may change. */
interface Place {
  readonly parent: Members;
  readonly key: string;
}

type Members = Record<string, unknown>;
type JsonWay = readonly [name: string, change: (random: Random, place: Place, places: readonly Place[]) => void];

const NUMBERS = [0, -0, -1, 1.5, 0.1 + 0.2, 1e21, 1e-7, 123456789012345680000, Number.NaN, Number.POSITIVE_INFINITY];
const TEXTS = [
  '',
  ' ',
  'A',
  'ZZ',
  '1',
  '-1.50',
  '1e5',
  '2026-02-30',
  '20260131',
  '25:00',
  '10:15:30',
  'é',
  '😀',
  '\ud800',
  'A*B',
  'A~',
  'a:b^c',
  '\n',
  '\0',
].concat([
  'X '.repeat(4),
  'X'.repeat(100),
  'true',
  'null',
  '__proto__',
  '00',
  '2026-01-31',
  '2026-01-01/2026-01-31',
  'D8',
]);
const OTHERS: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => ({}),
  () => [],
  () => [[]],
  () => undefined,
  () => 5n,
].concat([
  () => new Date(0),
  () => ({ base64: 'WH4qPg==' }),
  () => ({ base64: '~' }),
  () => [{}],
  () => [null],
] as never);

/** Mutations of a document, or of anything that JSON can be; some give what JSON cannot say. */
const JSON_WAYS: readonly JsonWay[] = [
  ['member deleted', (_, { parent, key }) => void remove(parent, key)],
  ['member renamed', renameMember],
  ['member moved', moveMember],
  ['members in another order', (random, { parent }) => reorder(random, parent)],
  ['unknown member', (random, { parent }, places) => addMember(random, parent, places)],
  ['list for a value', (random, place) => put(place, Array(random.between(1, 3)).fill(valueAt(place)))],
  ['value for a list', unwrap],
  ['items doubled', (random, place) => doubleItems(random, place)],
  ['list emptied', (_, place) => put(place, [])],
  ['object emptied', (_, place) => put(place, {})],
  ['number and text swapped', (_, place) => put(place, swapped(valueAt(place)))],
  ['number', (random, place) => put(place, random.pick(NUMBERS))],
  ['text', (random, place) => put(place, random.pick(TEXTS))],
  ['something else', (random, place) => put(place, random.pick(OTHERS)())],
  ['value of another place', (random, place, places) => put(place, structuredClone(valueAt(random.pick(places))))],
  ['character of a text', (random, place) => put(place, changedText(random, valueAt(place)))],
];

/** Names of the ways, for tests. */
export const JSON_WAY_NAMES: readonly string[] = JSON_WAYS.map(([name]) => name);

/** A copy with one to three mutations; `told` hears the name of each. */
export function mutatedJson<T extends object>(
  random: Random,
  json: T,
  told: (name: string) => void = () => undefined,
): T {
  const copy = structuredClone(json);
  for (let count = 1 + Math.min(random.below(3), random.below(3)); count > 0; count--) {
    const places = placesIn(copy, 'data');
    if (places.length === 0) return copy;
    const [name, change] = random.pick(JSON_WAYS);
    change(random, random.pick(places), places);
    told(name);
  }
  return copy;
}

/** Every member and item below a value; those outside of `inside` stand there once for eight of the others. */
function placesIn(value: unknown, inside: string): Place[] {
  const places: Place[] = [];
  const outside: Place[] = [];
  collect(value, false, { inside, places, outside });
  const few = Math.max(1, Math.ceil(places.length / 8));
  return [
    ...places,
    ...(places.length === 0 ? outside : outside.filter((_, at) => at % Math.ceil(outside.length / few) === 0)),
  ];
}

interface Collected {
  readonly inside: string;
  readonly places: Place[];
  readonly outside: Place[];
}

function collect(value: unknown, within: boolean, into: Collected): void {
  if (typeof value !== 'object' || value === null) return;
  const parent = value as Members; // any object has members
  for (const key of Object.keys(parent)) {
    (within ? into.places : into.outside).push({ parent, key });
    // What reading alone says is ignored when writing.
    if (key !== 'findings') collect(parent[key], within || key === into.inside, into);
  }
}

function valueAt({ parent, key }: Place): unknown {
  return parent[key];
}

function put({ parent, key }: Place, value: unknown): void {
  parent[key] = value;
}

function remove(parent: Members, key: string): unknown {
  const value = parent[key];
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return value;
}

function renameMember(random: Random, { parent, key }: Place): void {
  const name = random.pick([
    `${key}x`,
    key.toUpperCase(),
    key.slice(0, -1),
    key.replace(/_\d\d$/, '_99'),
    `${key}_2`,
    'constructor',
  ]);
  if (!Array.isArray(parent)) parent[name] = remove(parent, key);
}

function moveMember(random: Random, { parent, key }: Place, places: readonly Place[]): void {
  const to = random.pick(places).parent;
  to[Array.isArray(to) ? String(to.length) : key] = structuredClone(remove(parent, key));
}

function reorder(random: Random, parent: Members): void {
  if (Array.isArray(parent)) {
    parent.push(...parent.splice(0, random.below(parent.length + 1)));
    return;
  }
  const entries = Object.entries(parent);
  for (const [key] of entries) delete parent[key];
  while (entries.length > 0)
    for (const [key, value] of entries.splice(random.below(entries.length), 1)) parent[key] = value;
}

function addMember(random: Random, parent: Members, places: readonly Place[]): void {
  const name = random.pick([
    'unknown',
    'segment_ZZ',
    'toString',
    'segments',
    random.pick(places).key,
    random.pick(places).key,
  ]);
  if (!Array.isArray(parent)) parent[name] = structuredClone(valueAt(random.pick(places)));
}

function unwrap(_: Random, place: Place): void {
  const value = valueAt(place);
  if (Array.isArray(value)) put(place, value[0]);
  else if (typeof value === 'object' && value !== null) put(place, Object.values(value)[0]);
}

function doubleItems(random: Random, place: Place): void {
  const value = valueAt(place);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const times = random.pick([2, 2, 3, 12]);
  put(place, Array.from({ length: times }, () => items.map((item) => structuredClone(item))).flat());
}

function swapped(value: unknown): unknown {
  if (typeof value === 'string') return Number(value);
  return typeof value === 'number' ? String(value) : value;
}

function changedText(random: Random, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const at = random.below(value.length + 1);
  const put = random.pick(['', ' ', 'x', '9', '*', '~', ':', '^', '\n', 'ñ', '-', '.']);
  return value.slice(0, at) + put + value.slice(at + random.below(2));
}
