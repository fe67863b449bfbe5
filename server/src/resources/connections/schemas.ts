import Type, { type Static, type TSchema } from 'typebox';
import { CreatedAt, closed, instant, UpdatedAt } from '../../schemas/shapes.js';
import type { ConnectionKind, RequestedKind, SecretForms } from './kinds/kind.js';
import { Pem } from './kinds/settings-shapes.js';
import { ConnectionId, ConnectionType } from './outbound-connection.js';

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'For people.',
});

const ENABLED = 'False: nothing is sent over it, and nothing comes in by it, until it is enabled again. Default true.';
const TEST = [
  'True: a connection to try things over. Test keys deliver over such connections alone, so that a program under test reaches',
  'no partner. Live keys deliver over both, and ISA15 does not follow from it.',
].join(' ');

/** What all kinds have. */
export const common = {
  name: Name,
  enabled: Type.Optional(Type.Boolean({ description: ENABLED })),
  test: Type.Optional(Type.Boolean({ description: `${TEST} Default: whether the key that makes it is a test key.` })),
};

/** How bodies give secrets. They are written and never read: answers name those that are set. `null` takes one away, absent keeps it. */
export const BODY_FORMS = {
  secret: (maxLength: number, description: string) =>
    Type.Union([Type.String({ minLength: 1, maxLength }), Type.Null()], {
      writeOnly: true,
      description: `${description} It is never shown. null takes it away; absent, it stays.`,
    }),
  pem: Pem,
} satisfies SecretForms;

/** Body of POST. */
export function newConnection(kind: RequestedKind) {
  return Type.Object(
    { ...common, ...kind.given(BODY_FORMS) },
    { ...closed, title: `New${nameOf(kind)}`, description: `A connection over ${kind.title} to be made.` },
  );
}

/** Body of PUT: settings are replaced, secrets that are absent stay. */
export function connectionUpdate(kind: RequestedKind) {
  return Type.Object(
    { ...common, name: Type.Optional(Name), ...kind.given(BODY_FORMS) },
    { ...closed, title: `${nameOf(kind)}Update`, description: `What the connection over ${kind.title} is to be.` },
  );
}

/** What handlers of any kind know of a body; the rest are the kind's own members. */
export interface GivenConnection {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly test?: boolean;
  readonly [member: string]: unknown;
}

/** Of whatever is reached by a host that somebody has named. */
export const ConnectionWarning = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer into the body.' }),
    code: Type.String({ description: 'What it is, for programs.' }),
    message: Type.String({ description: 'What it is, for people.' }),
  },
  { title: 'ConnectionWarning', description: 'What stands against reaching the host.' },
);

const answered = {
  connectionId: ConnectionId,
  connectionType: ConnectionType,
  name: Name,
  enabled: Type.Boolean({ description: ENABLED }),
  test: Type.Boolean({ description: TEST }),
  status: Type.Literal('Available', { description: 'Always the same; CheckConnection tries it.' }),
  secrets: Type.Array(Type.String(), { description: 'Names of the secrets that are set.' }),
  warnings: Type.Optional(
    Type.Array(ConnectionWarning, {
      description: 'What stands against reaching the host today; in answers to create and update.',
    }),
  ),
  lastPollAt: Type.Optional(
    instant('When files of the partner were looked for last, and what was there was picked up.'),
  ),
  pollTrouble: Type.Optional(
    Type.String({
      description: 'Why the last look for files failed, or what it has left. Absent: nothing went wrong.',
    }),
  ),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
};

/** A connection of a kind, with its settings but for those that are the operator's. */
export function connectionAnswer(kind: ConnectionKind) {
  const shown: Readonly<Record<string, TSchema>> = kind.madeBy === 'operator' ? {} : kind.settings.properties;
  return Type.Object(
    { ...answered, ...shown },
    { title: nameOf(kind), description: `A connection over ${kind.title}.` },
  );
}

/** `RemoteFtpConnection` of `remote-ftp`. */
function nameOf({ name }: ConnectionKind): string {
  return `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Connection`;
}

/** A connection of whatever kind. */
export const AnyConnection = Type.Object(answered, {
  additionalProperties: true,
  title: 'Connection',
  description: 'A connection of whatever kind, with the settings of its kind.',
});
export type AnyConnection = Static<typeof AnyConnection>;
