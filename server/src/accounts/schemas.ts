import Type from 'typebox';
import { CONCURRENCY, RATES } from './limits.js';
import { SCOPE_NAMES, SCOPES } from './scopes.js';

// Shapes of accounts and keys over HTTP, for the operator.

/** 0 lets nothing through; more than the maximum is a slip. */
const COUNT = { minimum: 0, maximum: 1_000_000 };

/** Limits by pool; those left out are the published ones. */
export const LimitsSchema = Type.Object(
  {
    concurrency: Type.Optional(limitsOf(CONCURRENCY, 'Requests under way at once')),
    rate: Type.Optional(limitsOf(RATES, 'Requests a second')),
  },
  { additionalProperties: false },
);

export const AccountSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  limits: LimitsSchema,
  createdAt: Type.String({ format: 'date-time' }),
});

export const NewAccountSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  limits: Type.Optional(LimitsSchema),
});

export const NewKeySchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  mode: Type.Union([Type.Literal('test'), Type.Literal('live')]),
  scopes: Type.Optional(
    Type.Array(Type.Enum([...SCOPE_NAMES]), {
      maxItems: 100,
      description: `What the key may do. Default: all. ${scopeTexts()}`,
    }),
  ),
  cidrs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems: 100,
      description: 'Source networks: 192.0.2.0/24',
    }),
  ),
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'From then on the key is refused. Default: never.' }),
  ),
});

export const KeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mode: Type.Union([Type.Literal('test'), Type.Literal('live')]),
  scopes: Type.Optional(Type.Array(Type.String())),
  cidrs: Type.Optional(Type.Array(Type.String())),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'Absent: it does not expire.' })),
  lastUsedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'To the minute. Absent: it was never used.' }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
});

export const CreatedKeySchema = Type.Object({
  id: Type.String(),
  key: Type.String({ description: 'Shown now and never again' }),
});

/** Each scope with what it is for. */
function scopeTexts(): string {
  return Object.entries(SCOPES)
    .map(([scope, what]) => `${scope}: ${what}.`)
    .join(' ');
}

/** One optional limit a pool, with its published value in the documentation. Pools that there are not are refused. */
function limitsOf(defaults: Readonly<Record<string, number>>, what: string) {
  return Type.Object(
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        Type.Optional(Type.Integer({ ...COUNT, description: `${what}. Default ${value}` })),
      ]),
    ),
    { additionalProperties: false },
  );
}
