import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { OpenApiDocument, Parameter, PlacedOperation } from '../support/openapi-document.js';
import { valuesOf } from './schema-values.js';
import { CANARY, type Spoiling, spoil, spoilings } from './spoil.js';
import type { Things, World } from './world.js';

/** A request before it is known what its round has: numbers choose among that. */
export interface PlannedRequest {
  readonly placed: PlacedOperation;
  readonly caller: keyof World['callers'] | 'nobody' | 'wrong';
  /** For each parameter of the path. */
  readonly path: readonly { readonly pick: number; readonly junk: string | undefined }[];
  readonly query: Readonly<Record<string, unknown>>;
  /** Whether the list goes on where an earlier one ended. */
  readonly goesOn: boolean;
  readonly body: { readonly pick: number; readonly made: unknown; readonly spoilings: readonly Spoiling[] };
  /** The body as bytes, in place of all that. */
  readonly raw: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** So many in ten. */
const often = <Value>(tenths: number, value: Arbitrary<Value>): Arbitrary<Value | undefined> =>
  fc.oneof({ weight: tenths, arbitrary: value }, { weight: 10 - tenths, arbitrary: fc.constant(undefined) });

/** Requests of one operation: most are right in most of their parts. */
export function requestsOf(document: OpenApiDocument, placed: PlacedOperation): Arbitrary<PlannedRequest> {
  const { operation, path } = placed;
  const ofPlace = (place: Parameter['in']) => operation.parameters.filter((one) => one.in === place);
  const isIdempotent = ofPlace('header').some(({ name }) => name === 'Idempotency-Key');
  const schema = operation.requestBody?.content['application/json']?.schema;
  const isAdmin = path.startsWith('/admin/');
  return fc.record({
    placed: fc.constant(placed),
    caller: callers(isAdmin),
    path: fc.tuple(...ofPlace('path').map(() => fc.record({ pick: fc.nat(), junk: often(1, JUNK) }))),
    query: queriesOf(document, ofPlace('query')),
    goesOn: fc.boolean(),
    body: fc.record({
      pick: fc.nat(),
      made: often(3, schema === undefined ? fc.jsonValue({ maxDepth: 1 }) : valuesOf(document, schema)),
      spoilings: fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 5, arbitrary: fc.array(spoilings, { minLength: 1, maxLength: 2 }) },
      ),
    }),
    raw: fc.oneof({ weight: 19, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: RAW }),
    headers: headersOf(isIdempotent),
  });
}

/** A request in which all is right. */
export function soundRequest(placed: PlacedOperation, pick: number): PlannedRequest {
  const parameters = placed.operation.parameters.filter((one) => one.in === 'path');
  const polls = placed.operation.parameters.some(({ name }) => name === 'startDateTime');
  return {
    placed,
    caller: placed.path.startsWith('/admin/') ? 'admin' : 'live',
    path: parameters.map(() => ({ pick, junk: undefined })),
    // Only where polling begins has to be said.
    query: polls ? { startDateTime: '2026-01-01T00:00:00Z' } : {},
    goesOn: false,
    body: { pick, made: undefined, spoilings: [] },
    raw: undefined,
    headers: { 'content-type': 'application/json' },
  };
}

const JUNK = fc.oneof(
  fc.constantFrom(
    'nothing',
    '%00',
    '%',
    '%ff',
    'a%2Fb',
    '...',
    ' ',
    '%20',
    '*',
    'x'.repeat(5000),
    '%ED%A0%80',
    "'--",
    '0',
    '-1',
  ),
  // A step in the path leads to another operation: clients take it before they send.
  fc
    .string({ minLength: 1 })
    .filter((text) => !/^\.+$/.test(text))
    .map(encodeURIComponent),
);

const RAW = fc.constantFrom(
  ...[
    '',
    '{',
    '{"a":1,}',
    '[]',
    'null',
    '"x"',
    '1',
    '\ufeff{}',
    '{"__proto__":{"a":1}}',
    '{"constructor":1}',
    '{"a":"\u0000"}',
  ],
  ...[
    '{"a":"\\ud800"}',
    '{"a":1,"a":2}',
    `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
    '1e999',
    '{"a":NaN}',
    `{"a":"${'x'.repeat(2_000_000)}"}`,
  ],
);

function callers(isAdmin: boolean): Arbitrary<PlannedRequest['caller']> {
  const rarely = ['test', 'other', 'scoped', 'nobody', 'wrong', isAdmin ? 'live' : 'admin'] as const;
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(isAdmin ? 'admin' : 'live') },
    { weight: 2, arbitrary: fc.constantFrom(...rarely) },
  );
}

function queriesOf(document: OpenApiDocument, parameters: readonly Parameter[]): Arbitrary<PlannedRequest['query']> {
  const known = parameters
    .filter(({ name }) => name !== 'page_token')
    .map(({ name, schema, required }) => [
      name,
      often(
        required ? 9 : 2,
        fc.oneof({ weight: 4, arbitrary: valuesOf(document, schema) }, { weight: 1, arbitrary: ODD_QUERY }),
      ),
    ]);
  const unknown = fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: ODD_QUERY });
  return fc.record({ ...Object.fromEntries(known), unheardOf: unknown });
}

const ODD_QUERY = fc.constantFrom<unknown>(
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'null',
  CANARY,
  '\u0000',
  ['a', 'b'],
  ['1', '1'],
  '2026-02-30T00:00:00Z',
  '%',
  '🦊',
  'x'.repeat(3000),
);

function headersOf(isIdempotent: boolean): Arbitrary<Readonly<Record<string, string>>> {
  const keys = fc.oneof(
    fc.uuid(),
    fc.integer({ min: 1, max: 5 }).map((number) => `key-${number}`),
    fc.constantFrom('', 'x'.repeat(256), 'x'.repeat(255)),
  );
  const types = fc.constantFrom(
    'text/plain',
    'application/json; charset=latin1',
    'application/xml',
    'application/merge-patch+json',
  );
  return fc
    .record({
      'idempotency-key': often(isIdempotent ? 5 : 1, keys),
      'x-request-id': often(2, fc.constantFrom('from-the-client', '\u00e9', '', 'x'.repeat(101))),
      'content-type': fc.oneof(
        { weight: 19, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: types },
      ),
      'content-encoding': fc.oneof(
        { weight: 39, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('gzip', 'br') },
      ),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );
}

/** The request itself. @param tokens of pages, by operation. */
export function sentOf(
  planned: PlannedRequest,
  { callers: keys }: World,
  things: Things,
  tokens: ReadonlyMap<string, string>,
): InjectOptions {
  const { placed, caller, query, goesOn, raw } = planned;
  const { operationId } = placed.operation;
  const token = goesOn ? tokens.get(operationId) : undefined;
  const payload = raw ?? bodyOf(planned, things);
  const authorization = caller === 'nobody' ? undefined : caller === 'wrong' ? 'wrong-key' : keys[caller];
  const { 'content-type': contentType, ...headers } = planned.headers;
  return {
    method: placed.method as 'GET',
    url: `${pathOf(planned, things)}?${queryText({ ...query, page_token: token })}`,
    headers: {
      ...headers,
      ...(authorization === undefined ? {} : { authorization }),
      ...(payload === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
    // Who guesses keys is made to wait, by address.
    remoteAddress: caller === 'wrong' ? '192.0.2.9' : '192.0.2.1',
  };
}

function bodyOf(
  { placed, body: { pick, made, spoilings: changes } }: PlannedRequest,
  { bodies }: Things,
): string | undefined {
  const { operation, method } = placed;
  if (method === 'GET') return undefined;
  const good = bodies[operation.operationId] ?? [];
  if (operation.requestBody === undefined && made === undefined) return undefined;
  const base = made ?? good[pick % good.length] ?? {};
  return JSON.stringify(changes.reduce(spoil, base));
}

function pathOf({ placed, path }: PlannedRequest, { ids }: Things): string {
  let place = 0;
  return placed.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { pick, junk } = path[place++] ?? { pick: 0, junk: undefined };
    const known = idsFor(placed, name, ids);
    return junk ?? encodeURIComponent(known[pick % known.length] ?? 'nothing');
  });
}

/** Documents that only files have that came in. */
const OF_RECEIVED = /faults\/\{faultId\}|transactions\/\{transactionId\}\/(?:attachment|fragments)/;

/** What a parameter mostly names; what is deleted is mostly a spare. */
function idsFor({ path, method, operation }: PlacedOperation, name: string, ids: Things['ids']): readonly string[] {
  const kind = /connections\/([a-z0-9-]+)\/\{connectionId/.exec(path)?.[1] ?? 'global';
  const isPartners = operation.tags.includes('partners');
  if (path.startsWith('/admin/') && path.includes('{enrollmentId}')) {
    // The operator's are those that were submitted; its tasks are the platform's.
    return ids[`${name}:${{ accountId: 'own', enrollmentId: 'submitted' }[name] ?? 'platform'}`] ?? [];
  }
  // What has begun takes no table.
  if (/\/batch\/\{batchId\}\/(?:table|report\/csv)$/.test(path)) return ids['batchId:table'] ?? [];
  // 277 reports are named as transactions are.
  if (path.includes('/reports/')) return ids[`${name}:report`] ?? [];
  const own =
    name === 'connectionId'
      ? `connectionId:${kind}`
      : name === 'partnershipId' && isPartners
        ? 'partnershipId:partners'
        : OF_RECEIVED.test(path) && ids[`${name}:received`] !== undefined
          ? `${name}:received`
          : name;
  const isDeleted = method === 'DELETE' && path.endsWith(`{${name}}`);
  if (name === 'partnershipId') {
    // Connections to be deleted are spares, which another partnership has.
    if (method === 'DELETE' && path.endsWith('/{connectionId}')) return ids['partnershipId:emptied'] ?? [];
    if (method === 'POST' && /connections\/[a-z0-9-]+$/.test(path)) return ids['partnershipId:new'] ?? [];
  }
  const spare = ids[`${name === 'connectionId' ? own : name}:spare`];
  return (isDeleted ? spare : undefined) ?? ids[own] ?? [];
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((one) => [name, one] as const)))
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed())}`,
    )
    .join('&');
}
