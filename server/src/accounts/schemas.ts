import Type from 'typebox';
import { CONCURRENCY, RATES } from './limits.js';

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
  // A family or a word of it, and what may be done there: `core:write`.
  scopes: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,50}:[a-z-]{1,50}$' }), { maxItems: 100 })),
  cidrs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      maxItems: 100,
      description: 'Source networks: 192.0.2.0/24',
    }),
  ),
});

export const KeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mode: Type.Union([Type.Literal('test'), Type.Literal('live')]),
  scopes: Type.Optional(Type.Array(Type.String())),
  cidrs: Type.Optional(Type.Array(Type.String())),
  createdAt: Type.String({ format: 'date-time' }),
});

export const CreatedKeySchema = Type.Object({
  id: Type.String(),
  key: Type.String({ description: 'Shown now and never again' }),
});

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
