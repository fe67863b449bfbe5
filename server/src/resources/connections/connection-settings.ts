import Type, { type Static, type TSchema } from 'typebox';
import type { Connections } from '../../store/tables.js';

export type ConnectionKind = Connections['kind'];

/** `/`, `/out`, `out/edi`: segments without `.` and `..`; checked again where they are used. */
const Directory = (description: string) =>
  Type.String({
    maxLength: 500,
    pattern: '^/?([^/\\u0000-\\u001f\\u007f\\\\]+/)*[^/\\u0000-\\u001f\\u007f\\\\]*$',
    description,
  });

const SubdirectoryIn = Directory('Below the parent directory: where files of the partner come in.');
const SubdirectoryOut = Directory('Below the parent directory: where files for the partner are put.');
const closed = { additionalProperties: false } as const;

/** A bucket of this server: the partner, or a program of the customer, works on its objects. */
export const BucketSettings = Type.Object(
  {
    bucketName: Type.String({ pattern: '^[a-z0-9-]+$', minLength: 1, maxLength: 63 }),
    parentDirectory: Type.Optional(Directory('Below the bucket: what this connection may reach.')),
    inboundSubdirectory: Type.Optional(SubdirectoryIn),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
    deleteInboundFilesOnReceipt: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** A bucket that the partner reaches over our SFTP and FTPS servers. */
export const HostedSftpSettings = Type.Object(
  {
    ...BucketSettings.properties,
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    homeDirectory: Type.Optional(Directory('Below the bucket: what the user sees as `/`.')),
  },
  closed,
);

const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const Milliseconds = Type.Integer({ minimum: 100, maximum: 600_000 });
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 30 });
const Pem = Type.String({ minLength: 1, maxLength: 100_000, description: 'PEM.' });

/** A server of the partner. FTP without TLS is not spoken, and a certificate is always verified. */
export const RemoteFtpSettings = Type.Object(
  {
    protocol: Type.Union([Type.Literal('SFTP'), Type.Literal('FTPS')]),
    host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s/@\\\\]+$' }),
    port: Type.Optional(Port),
    username: Type.String({ minLength: 1, maxLength: 255 }),
    rootDirectory: Type.Optional(Directory('Of the server: what this connection may reach. Default `/`.')),
    inboundSubdirectory: Type.Optional(SubdirectoryIn),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
    hostKeys: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
        maxItems: 10,
        description:
          'SFTP: `SHA256:...` of the keys the server may show. Without one nothing is delivered; a check shows it.',
      }),
    ),
    deleteAfterRetrieval: Type.Optional(Type.Boolean()),
    ignoreFileTimestamps: Type.Optional(Type.Boolean()),
    enablePolling: Type.Optional(Type.Boolean()),
    pollingInterval: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
    pollingIntervalUnit: Type.Optional(Type.Union([Type.Literal('minutes'), Type.Literal('hours')])),
    disableFastDownload: Type.Optional(Type.Boolean({ description: 'Asks for one block at a time when reading.' })),
    filterPattern: Type.Optional(Type.String({ maxLength: 500 })),
    retries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5,
        description: 'How often an attempt tries again where the server is not reached.',
      }),
    ),
    readyTimeout: Type.Optional(Milliseconds),
    timeout: Type.Optional(Milliseconds),
    ftpsAdvancedFields: Type.Optional(
      Type.Object(
        {
          secure: Type.Optional(Type.Literal(true)),
          rejectUnauthorized: Type.Optional(Type.Literal(true)),
          isImplicit: Type.Optional(Type.Boolean()),
          ca: Type.Optional(Pem),
          fingerprints: Type.Optional(
            Type.Array(Type.String({ pattern: '^([0-9A-Fa-f]{2}:?){32}$' }), {
              maxItems: 10,
              description: 'SHA-256 of certificates, for a server whose certificate no authority has signed.',
            }),
          ),
        },
        closed,
      ),
    ),
    algorithms: Type.Optional(
      Type.Object(
        {
          preset: Type.Optional(Type.Union([Type.Literal('modern'), Type.Literal('legacy')])),
          kex: Type.Optional(Names),
          cipher: Type.Optional(Names),
          serverHostKey: Type.Optional(Names),
          hmac: Type.Optional(Names),
        },
        closed,
      ),
    ),
  },
  closed,
);

const As2Id = Type.String({ minLength: 1, maxLength: 128, pattern: '^[ !#-\\[\\]-~]+$' });
const Digest = Type.Union(['NONE', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name) => Type.Literal(name)));
const Cipher = ['none', 'aes128_cbc', 'aes192_cbc', 'aes256_cbc'] as const;
const Certificates = Type.Object(
  { publicCertificate: Type.Optional(Pem), certificateChain: Type.Optional(Pem) },
  closed,
);

/** A partner over AS2. Private keys and passwords are secrets, kept apart. */
export const As2Settings = Type.Object(
  {
    localAs2Id: As2Id,
    partnerAs2Id: As2Id,
    inboundSettings: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean(),
          encryptionAlgorithm: Type.Optional(Type.Union([...Cipher, '3des'].map((name) => Type.Literal(name)))),
        },
        closed,
      ),
    ),
    outboundSettings: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean(),
          partnerServerUrl: Type.String({ maxLength: 2000, pattern: '^https?://[^\\s@]+$' }),
          encryptionAlgorithm: Type.Optional(Type.Union(Cipher.map((name) => Type.Literal(name)))),
          signingAlgorithm: Type.Optional(Digest),
          mdnSigningAlgorithm: Type.Optional(Digest),
          mdnResponse: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('sync')])),
          compression: Type.Optional(Type.Union([Type.Literal('DISABLED'), Type.Literal('ZLIB')])),
          basicAuth: Type.Optional(Type.Object({ username: Type.String({ minLength: 1, maxLength: 255 }) }, closed)),
          ca: Type.Optional(Pem),
        },
        closed,
      ),
    ),
    localSigning: Type.Optional(Certificates),
    localEncryption: Type.Optional(Certificates),
    partnerSigning: Type.Optional(Certificates),
    partnerEncryption: Type.Optional(Certificates),
  },
  closed,
);

/** A directory of this machine; only the operator's own configuration has such a connection, no request makes one. */
export const FolderSettings = Type.Object(
  {
    root: Type.String({ minLength: 1, description: 'A directory that exists.' }),
    inboundSubdirectory: Type.Optional(SubdirectoryIn),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
  },
  closed,
);

export type BucketSettings = Static<typeof BucketSettings>;
export type HostedSftpSettings = Static<typeof HostedSftpSettings>;
export type RemoteFtpSettings = Static<typeof RemoteFtpSettings>;
export type As2Settings = Static<typeof As2Settings>;
export type FolderSettings = Static<typeof FolderSettings>;

interface KindRow {
  /** Of the column `settings`. */
  readonly schema: TSchema;
  /** What is kept as a secret, under (`connection`, connection id, name). */
  readonly secrets: readonly string[];
  /** As executions, reports and events name it. */
  readonly type: 'BUCKET' | 'PLATFORM_FTP' | 'REMOTE_FTP' | 'AS2';
}

/** What is particular to each kind of connection. */
export const CONNECTION_KINDS: Readonly<Record<ConnectionKind, KindRow>> = {
  bucket: { schema: BucketSettings, secrets: [], type: 'BUCKET' },
  'hosted-sftp': { schema: HostedSftpSettings, secrets: [], type: 'PLATFORM_FTP' },
  'remote-ftp': { schema: RemoteFtpSettings, secrets: ['password', 'privateKey', 'passphrase'], type: 'REMOTE_FTP' },
  as2: {
    schema: As2Settings,
    secrets: ['basicAuthPassword', 'localSigningPrivateKey', 'localEncryptionPrivateKey'],
    type: 'AS2',
  },
  // The interface has no word of its own for a folder of the operator's.
  folder: { schema: FolderSettings, secrets: [], type: 'BUCKET' },
};
