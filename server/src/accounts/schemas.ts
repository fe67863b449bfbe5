import Type from 'typebox';
import { CONCURRENCY, RATES } from './limits.js';
import { SCOPE_NAMES, scopeTexts } from './scopes.js';

// Shapes of accounts and keys over HTTP, for the operator.

/** 0 lets nothing through; more than the maximum is a slip. */
const COUNT = { minimum: 0, maximum: 1_000_000 };

/** Limits by pool; those left out are the published ones. */
export const LimitsSchema = Type.Object(
  {
    concurrency: Type.Optional(limitsOf(CONCURRENCY, 'Requests under way at once')),
    rate: Type.Optional(limitsOf(RATES, 'Requests a second')),
    storageMegabytes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'Megabytes of all objects in its buckets together. Default: STORAGE_QUOTA_MB of the server.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'AccountLimits',
    description: 'Limits of an account; those that are left out are the published ones.',
  },
);

const Id = Type.String({ description: 'Its id.' });
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'For people.' });
const Mode = Type.Union([Type.Literal('test'), Type.Literal('live')], {
  description:
    'A test key sees only what test keys have made, and delivers over test connections alone, with ISA15 `T`.',
});
const CreatedAt = Type.String({ format: 'date-time', description: 'When it was made.' });

export const AccountSchema = Type.Object(
  { id: Id, name: Name, limits: LimitsSchema, createdAt: CreatedAt },
  { title: 'Account', description: 'An account.' },
);

export const NewAccountSchema = Type.Object(
  { name: Name, limits: Type.Optional(LimitsSchema) },
  { additionalProperties: false, title: 'NewAccount', description: 'An account to be made.' },
);

export const CreatedAccountSchema = Type.Object({ id: Id }, { description: 'The account, which has no keys yet.' });

export const NewKeySchema = Type.Object(
  {
    name: Name,
    mode: Mode,
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPE_NAMES]), {
        // One that may do nothing, or is good from nowhere, is the slip of a program.
        minItems: 1,
        maxItems: 100,
        description: `What the key may do. Default: all. ${scopeTexts()}`,
      }),
    ),
    cidrs: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Source networks: 192.0.2.0/24. Default: all.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'From then on the key is refused. Default: never.' }),
    ),
  },
  // A misspelt `cidrs` would make a key that is good from everywhere.
  { additionalProperties: false, title: 'NewKey', description: 'A key to be made.' },
);

export const KeySchema = Type.Object(
  {
    id: Id,
    name: Name,
    mode: Mode,
    scopes: Type.Optional(Type.Array(Type.String(), { description: 'What the key may do. Absent: everything.' })),
    cidrs: Type.Optional(Type.Array(Type.String(), { description: 'From which networks. Absent: from all.' })),
    expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'Absent: it does not expire.' })),
    lastUsedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'To the minute. Absent: it was never used.' }),
    ),
    createdAt: CreatedAt,
  },
  { title: 'Key', description: 'A key of an account, without the key itself.' },
);

export const CreatedKeySchema = Type.Object(
  {
    id: Id,
    key: Type.String({ description: 'The key itself: shown now and never again.' }),
  },
  { title: 'CreatedKey', description: 'The new key.' },
);

/** One optional limit a pool, with its published value in the documentation. Pools that there are not are refused. */
function limitsOf(defaults: Readonly<Record<string, number>>, what: string) {
  return Type.Object(
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        Type.Optional(Type.Integer({ ...COUNT, description: `${what}. Default ${value}` })),
      ]),
    ),
    { additionalProperties: false, description: `${what}, by pool.` },
  );
}
