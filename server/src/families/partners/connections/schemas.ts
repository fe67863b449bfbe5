import Type, { type Static, type TSchema } from 'typebox';
import {
  As2Settings,
  BucketSettings,
  type ConnectionKind,
  HostedSftpSettings,
  RemoteFtpSettings,
} from '../../../exchange/connections/connection-settings.js';
import { Instant } from '../answers.js';
import { ConnectionId } from '../outbound-connection.js';
import { PartnershipId } from '../partnership-id.js';
import type { OpenKind } from './kinds.js';

export const ConnectionParams = Type.Object({ partnershipId: PartnershipId, connectionId: ConnectionId });
export const GlobalConnectionParams = Type.Object({ connectionId: ConnectionId });

const closed = { additionalProperties: false } as const;

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

/** What all kinds have. */
const common = {
  name: Name,
  enabled: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  test: Type.Optional(
    Type.Boolean({ description: 'Test keys deliver over such connections only. Default: whether the key is one.' }),
  ),
};

/** Written and never read: answers name those that are set. `null` takes one away, absent keeps it. */
const Secret = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength }), Type.Null()], { writeOnly: true }));

export const remoteSecrets = { password: Secret(1024), privateKey: Secret(100_000), passphrase: Secret(1024) };

export const BasicAuth = Type.Object(
  { username: Type.String({ minLength: 1, maxLength: 255 }), password: Secret(1024) },
  closed,
);

const Pem = Type.String({ minLength: 1, maxLength: 100_000, description: 'PEM.' });
const Certificates = {
  remove: Type.Optional(Type.Boolean({ description: 'Takes certificates and key away.' })),
  publicCertificate: Type.Optional(Pem),
  certificateChain: Type.Optional(Pem),
};
const Partner = Type.Optional(Type.Object(Certificates, closed));
const Local = Type.Optional(Type.Object({ ...Certificates, privateKey: Secret(100_000) }, closed));

/** Absent parts stay as they are. */
export const as2Credentials = {
  localSigning: Local,
  localEncryption: Local,
  partnerSigning: Partner,
  partnerEncryption: Partner,
};

const Outbound = Type.Object(
  { ...As2Settings.properties.outboundSettings.properties, basicAuth: Type.Optional(BasicAuth) },
  closed,
);

/** What requests give for each kind: settings and secrets. */
const GIVEN = {
  bucket: BucketSettings.properties,
  'hosted-sftp': HostedSftpSettings.properties,
  'remote-ftp': { ...RemoteFtpSettings.properties, ...remoteSecrets },
  as2: { ...As2Settings.properties, outboundSettings: Type.Optional(Outbound), ...as2Credentials },
} as const;

/** Body of POST. */
export function newConnection(kind: OpenKind) {
  return Type.Object({ ...common, ...GIVEN[kind] }, closed);
}

/** Body of PUT: settings are replaced, secrets that are absent stay. */
export function connectionUpdate(kind: OpenKind) {
  return Type.Object({ ...common, name: Type.Optional(Name), ...GIVEN[kind] }, closed);
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
  connectionType: Type.Enum(['as2', 'bucket', 'remote-ftp', 'hosted-sftp', 'folder']),
  name: Name,
  enabled: Type.Boolean(),
  test: Type.Boolean(),
  status: Type.Literal('Available'),
  secrets: Type.Array(Type.String(), { description: 'Names of the secrets that are set.' }),
  lastPollAt: Type.Optional(Instant),
  createdAt: Instant,
  updatedAt: Instant,
};

const SETTINGS: Readonly<Record<ConnectionKind, Readonly<Record<string, TSchema>>>> = {
  bucket: BucketSettings.properties,
  'hosted-sftp': HostedSftpSettings.properties,
  'remote-ftp': RemoteFtpSettings.properties,
  as2: As2Settings.properties,
  // Where the operator keeps it is the operator's.
  folder: {},
};

export function connectionAnswer(kind: ConnectionKind) {
  return Type.Object({ ...answered, ...SETTINGS[kind] });
}

export const AnyConnection = Type.Object(answered, { additionalProperties: true });
export type AnyConnection = Static<typeof AnyConnection>;
