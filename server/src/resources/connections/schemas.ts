import Type, { type Static, type TSchema } from 'typebox';
import { closed, Instant } from '../../schemas/common.js';
import type { ConnectionKind, RequestedKind, SecretForms } from './kinds/kind.js';
import { KIND_NAMES } from './kinds/kind-table.js';
import { Pem } from './kinds/settings-shapes.js';
import { ConnectionId } from './outbound-connection.js';

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

/** What all kinds have. */
export const common = {
  name: Name,
  enabled: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  test: Type.Optional(
    Type.Boolean({ description: 'Test keys deliver over such connections only. Default: whether the key is one.' }),
  ),
};

/** How bodies give secrets. They are written and never read: answers name those that are set. `null` takes one away, absent keeps it. */
export const BODY_FORMS = {
  secret: (maxLength: number) =>
    Type.Union([Type.String({ minLength: 1, maxLength }), Type.Null()], { writeOnly: true }),
  pem: Pem,
} satisfies SecretForms;

/** Body of POST. */
export function newConnection(kind: RequestedKind) {
  return Type.Object({ ...common, ...kind.given(BODY_FORMS) }, closed);
}

/** Body of PUT: settings are replaced, secrets that are absent stay. */
export function connectionUpdate(kind: RequestedKind) {
  return Type.Object({ ...common, name: Type.Optional(Name), ...kind.given(BODY_FORMS) }, closed);
}

/** What handlers of any kind know of a body; the rest are the kind's own members. */
export interface GivenConnection {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly test?: boolean;
  readonly [member: string]: unknown;
}

const answered = {
  connectionId: ConnectionId,
  connectionType: Type.Enum([...KIND_NAMES]),
  name: Name,
  enabled: Type.Boolean(),
  test: Type.Boolean(),
  status: Type.Literal('Available'),
  secrets: Type.Array(Type.String(), { description: 'Names of the secrets that are set.' }),
  warnings: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() }), {
      description: 'What stands against reaching the host today; in answers to create and update.',
    }),
  ),
  lastPollAt: Type.Optional(Instant),
  createdAt: Instant,
  updatedAt: Instant,
};

/** A connection of a kind, with its settings but for those that are the operator's. */
export function connectionAnswer({ madeBy, settings }: ConnectionKind) {
  const shown: Readonly<Record<string, TSchema>> = madeBy === 'operator' ? {} : settings.properties;
  return Type.Object({ ...answered, ...shown });
}

/** A connection of whatever kind. */
export const AnyConnection = Type.Object(answered, { additionalProperties: true });
export type AnyConnection = Static<typeof AnyConnection>;
