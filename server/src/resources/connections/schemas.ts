import Type, { type Static, type TSchema } from 'typebox';
import { Instant, PartnershipId } from '../../schemas/common.js';
import {
  As2Settings,
  BucketSettings,
  type ConnectionKind,
  HostedSftpSettings,
  RemoteFtpSettings,
} from './connection-settings.js';
import type { OpenKind } from './kinds.js';
import { ConnectionId } from './outbound-connection.js';

export const ConnectionParams = Type.Object({ partnershipId: PartnershipId, connectionId: ConnectionId });
export const GlobalConnectionParams = Type.Object({ connectionId: ConnectionId });

const closed = { additionalProperties: false } as const;

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });

/** What all kinds have. */
export const common = {
  name: Name,
  enabled: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  test: Type.Optional(
    Type.Boolean({ description: 'Test keys deliver over such connections only. Default: whether the key is one.' }),
  ),
};

/** Secrets and certificates as a body or a file gives them. */
export interface SecretForms<Secret extends TSchema, Pem extends TSchema> {
  /** @param maxLength characters. */
  readonly secret: (maxLength: number) => Secret;
  readonly pem: Pem;
}

/** Members that hold secrets, and the certificates that stand beside them. */
export function secretMembers<Secret extends TSchema, Pem extends TSchema>({ secret, pem }: SecretForms<Secret, Pem>) {
  const certificates = {
    remove: Type.Optional(Type.Boolean({ description: 'Takes certificates and key away.' })),
    publicCertificate: Type.Optional(pem),
    certificateChain: Type.Optional(pem),
  };
  const partner = Type.Optional(Type.Object(certificates, closed));
  const local = Type.Optional(Type.Object({ ...certificates, privateKey: Type.Optional(secret(100_000)) }, closed));
  return {
    remote: {
      password: Type.Optional(secret(1024)),
      privateKey: Type.Optional(secret(100_000)),
      passphrase: Type.Optional(secret(1024)),
    },
    basicAuth: Type.Object(
      { username: Type.String({ minLength: 1, maxLength: 255 }), password: Type.Optional(secret(1024)) },
      closed,
    ),
    /** Absent parts stay as they are. */
    as2: { localSigning: local, localEncryption: local, partnerSigning: partner, partnerEncryption: partner },
  };
}

/** Written and never read: answers name those that are set. `null` takes one away, absent keeps it. */
const bodySecrets = secretMembers({
  secret: (maxLength) => Type.Union([Type.String({ minLength: 1, maxLength }), Type.Null()], { writeOnly: true }),
  pem: Type.String({ minLength: 1, maxLength: 100_000, description: 'PEM.' }),
});
export const BasicAuth = bodySecrets.basicAuth;
export const remoteSecrets = bodySecrets.remote;
export const as2Credentials = bodySecrets.as2;

/** What is given for each kind: settings and secrets. */
export function givenMembers<Secrets extends ReturnType<typeof secretMembers>>({ remote, basicAuth, as2 }: Secrets) {
  const outbound = As2Settings.properties.outboundSettings.properties;
  return {
    bucket: BucketSettings.properties,
    'hosted-sftp': HostedSftpSettings.properties,
    'remote-ftp': { ...RemoteFtpSettings.properties, ...remote },
    as2: {
      ...As2Settings.properties,
      outboundSettings: Type.Optional(Type.Object({ ...outbound, basicAuth: Type.Optional(basicAuth) }, closed)),
      ...as2,
    },
  } satisfies Record<OpenKind, Readonly<Record<string, TSchema>>>;
}

const GIVEN = givenMembers(bodySecrets);

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
