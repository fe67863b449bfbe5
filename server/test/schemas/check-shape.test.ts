import Type, { type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/operations/operations.js';
import { Problem } from '../../src/problems.js';
import { RemoteFtpSettings } from '../../src/resources/connections/kinds/remote-ftp/settings.js';
import { GivenEnrollment } from '../../src/resources/enrollments/given-enrollments.js';
import { CONNECTIONS, GivenRoute } from '../../src/resources/payer-routes/schemas.js';
import { GivenPayer } from '../../src/resources/payers/schemas.js';
import { checkOf } from '../../src/schemas/check-shape.js';
import { PATTERN_WORDS } from '../../src/schemas/pattern-words.js';
import { closed, oneOf } from '../../src/schemas/shapes.js';

function errorsOf(schema: TSchema, value: unknown): readonly unknown[] {
  try {
    checkOf(schema, { kind: 'body', name: 'body' })(value);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.map(({ message }) => message);
  }
}

/** All patterns of a schema, wherever they stand. */
function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

/** Where a schema has objects of named members that take others, too. */
function openIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isOpen = 'properties' in value && 'type' in value && !('additionalProperties' in value);
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(value).flatMap(([name, within]) => openIn(within, `${path}/${name}`)),
  ];
}

const CHECKED = ROUTES.filter(({ judgesBody }) => judgesBody !== true);

/** Families whose published clients, of several generations, send members that others of them do not know. */
const LENIENT: ReadonlySet<string> = new Set(['functions', 'buckets', 'sftp', 'mappings']);

describe('a value of another shape', () => {
  const Named = Type.Object({ name: Type.Optional(Type.String()), partner: Type.Optional(Type.String()) }, closed);

  it('has each unknown member named, with the nearest that is known', () => {
    expect(errorsOf(Named, { nmae: 'x', partner: 'y', colour: 'CANARY' })).toEqual([
      '/nmae is not known here. Did you mean name?',
      '/colour is not known here. Known are: name, partner.',
    ]);
    expect(errorsOf(Type.Array(Named), [{ parnter: 'x' }])).toEqual([
      '/0/parnter is not known here. Did you mean partner?',
    ]);
  });

  it.each([
    [Type.Integer(), '1', 'The body must be a whole number.'],
    [Type.Union([Type.String(), Type.Null()]), 1, 'The body must be text or null.'],
    [Type.Number({ maximum: 5 }), 6, 'The body must be 5 or less.'],
    [Type.String({ maxLength: 3 }), '😀😀😀😀', 'The body must have at most 3 characters; it has 4.'],
    [Type.String({ minLength: 2, maxLength: 3 }), 'x', 'The body must have 2 to 3 characters; it has 1.'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'The body must have at least 1 item; it has 0.'],
    [Type.Object({}, { minProperties: 1 }), {}, 'The body must have at least 1 member; it has 0.'],
    [Type.String({ format: 'date' }), 'x', 'The body must be a date, as 2026-01-31.'],
    [RemoteFtpSettings.properties.host, 'https://x', /^The body must be the name or address of a host alone/],
    [Type.Enum(['a', 'b']), 'c', 'The body must be one of "a", "b".'],
    [Type.Enum(['a', 'ZZ']), 'zz', 'The body must be one of "a", "ZZ"; perhaps "ZZ" is meant.'],
  ] as const)('%# is told by an order that has the numbers', (schema, value, message) => {
    expect(errorsOf(schema, value)[0]).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('is told once of a choice: what it may be, or the rule of what it is', () => {
    const Name = Type.Union([Type.String({ minLength: 2 }), Type.Null()]);
    const Names = Type.Record(Type.String(), Name);
    expect(errorsOf(Names, { a: 1, b: 'x', c: null, d: 'xy', e: {} })).toEqual([
      '/a must be text or null.',
      '/b must have at least 2 characters; it has 1.',
      '/e must be text or null.',
    ]);
    const Sides = Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]);
    expect(errorsOf(Sides, { a: 1 })).toEqual([
      '/a must be text.',
      '/b is missing.',
      'The body has none of the forms that it may have here; see /docs.',
    ]);
    expect(errorsOf(Sides, 1)).toEqual(['The body must be an object.']);
  });

  it('has nothing behind a condition told twice', () => {
    const schema = Type.Unsafe({ if: {}, then: { properties: { mode: { type: 'string' } } } });
    expect(errorsOf(schema, { mode: 640 })).toEqual(['/mode must be text.']);
  });

  it('is refused for a member that nothing reads, in the body of each operation', () => {
    // Bodies that a route judges itself (`judgesBody`) are read by the engine, whose findings name what is not known.
    const open = CHECKED.flatMap(({ family, operation, schemas }) =>
      LENIENT.has(family) ? [] : openIn(schemas.body).map((path) => `${operation} ${path}`),
    );
    expect(open).toEqual([]);
  });

  it('meets no pattern of an operation without words', () => {
    const patterns = new Set(
      [
        ...CHECKED.flatMap(({ schemas }) => [schemas.params, schemas.query, schemas.body]),
        // Of the operator's files.
        ...[GivenEnrollment, GivenPayer, GivenRoute, ...Object.values(CONNECTIONS).map(({ schema }) => schema)],
      ].flatMap(patternsIn),
    );
    expect(patterns.size).toBeGreaterThan(10);
    expect([...patterns].filter((pattern) => PATTERN_WORDS[pattern] === undefined)).toEqual([]);
  });
});

it.each([
  [oneOf(['A', 'B'])],
  [Type.String({ pattern: '^x$' })],
  [Type.String({ format: 'date-time' })],
  [Type.Integer({ minimum: 1 })],
])('a query parameter that is there twice is told as that, whatever it must be (%#)', (schema) => {
  const check = checkOf(Type.Object({ one: Type.Optional(schema) }), { kind: 'text', name: 'query' });
  expect(() => check({ one: ['A', 'B'] })).toThrow('The query parameter one is given more than once. Give it once.');
});
