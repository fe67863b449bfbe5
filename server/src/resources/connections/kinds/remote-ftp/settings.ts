import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { Directory, MaxSessions, Pem, SubdirectoryIn, SubdirectoryOut, Username } from '../settings-shapes.js';

const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const Milliseconds = Type.Integer({ minimum: 100, maximum: 600_000 });
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 30 });

/** A server of the partner. FTP without TLS is not spoken, and a certificate is always verified. */
export const RemoteFtpSettings = Type.Object(
  {
    protocol: Type.Union([Type.Literal('SFTP'), Type.Literal('FTPS')]),
    host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s/@\\\\]+$' }),
    port: Type.Optional(Port),
    username: Username,
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
    maxSessions: Type.Optional(MaxSessions),
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
export type RemoteFtpSettings = Static<typeof RemoteFtpSettings>;

/** Members that are paths of the partner's server. */
export const REMOTE_DIRECTORIES = ['rootDirectory', 'inboundSubdirectory', 'outboundSubdirectory'] as const;
