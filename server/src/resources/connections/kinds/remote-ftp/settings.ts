import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import {
  Directory,
  InboundFileEncoding,
  MaxSessions,
  Pem,
  SubdirectoryIn,
  SubdirectoryOut,
  Username,
} from '../settings-shapes.js';

const Port = Type.Integer({
  minimum: 1,
  maximum: 65_535,
  description: 'Default: 22 of SFTP; 21 of FTPS, or 990 where TLS comes first.',
});
const milliseconds = (description: string) => Type.Integer({ minimum: 100, maximum: 600_000, description });
const names = (what: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 30,
    description: `${what} that are offered, the best first. Default: those of the preset.`,
  });

/** A server of the partner. FTP without TLS is not spoken, and a certificate is always verified. */
export const RemoteFtpSettings = Type.Object(
  {
    protocol: Type.Union([Type.Literal('SFTP'), Type.Literal('FTPS')], { description: 'What the server speaks.' }),
    host: Type.String({
      minLength: 1,
      maxLength: 255,
      // Of addresses, those of IPv6 alone have colons, two at least.
      pattern: '^([^\\s/@\\\\:]+|[^\\s/@\\\\:]*:[^\\s/@\\\\:]*:[^\\s/@\\\\]*)$',
      description: 'Name or address of the server.',
    }),
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
    deleteAfterRetrieval: Type.Optional(
      Type.Boolean({
        description:
          'Whether a file is removed once it was picked up. Default false: it stays, and is not picked up again.',
      }),
    ),
    archiveSubdirectory: Type.Optional(
      Directory(
        'Below the root directory: where files are moved once they were picked up, in place of deleteAfterRetrieval.',
      ),
    ),
    ignoreFileTimestamps: Type.Optional(
      Type.Boolean({
        description:
          'Whether files are told apart without their times, by their bytes: for a server whose times mean nothing. Files that stay there are read at each look. Default false.',
      }),
    ),
    enablePolling: Type.Optional(
      Type.Boolean({ description: 'Whether files are looked for in inboundSubdirectory. Default false.' }),
    ),
    pollingInterval: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1440, description: 'How often files are looked for. Default 15.' }),
    ),
    pollingIntervalUnit: Type.Optional(
      Type.Union([Type.Literal('minutes'), Type.Literal('hours')], {
        description: 'Unit of pollingInterval. Default minutes.',
      }),
    ),
    disableFastDownload: Type.Optional(Type.Boolean({ description: 'Asks for one block at a time when reading.' })),
    filterPattern: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Regular expression of the whole names that are picked up, such as `.*\\.edi`. Default: all.',
      }),
    ),
    inboundFileEncoding: Type.Optional(InboundFileEncoding),
    retries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5,
        description: 'How often an attempt tries again where the server is not reached.',
      }),
    ),
    readyTimeout: Type.Optional(milliseconds('Milliseconds for the login, and for each answer of FTPS.')),
    maxSessions: Type.Optional(MaxSessions),
    timeout: Type.Optional(milliseconds('Milliseconds until the server is reached.')),
    ftpsAdvancedFields: Type.Optional(
      Type.Object(
        {
          secure: Type.Optional(Type.Literal(true, { description: 'Always: FTP without TLS is not spoken.' })),
          rejectUnauthorized: Type.Optional(
            Type.Literal(true, { description: 'Always: a certificate that is not trusted is refused.' }),
          ),
          isImplicit: Type.Optional(Type.Boolean({ description: 'TLS from the first byte on. Default false.' })),
          ca: Type.Optional(Pem),
          fingerprints: Type.Optional(
            Type.Array(Type.String({ pattern: '^([0-9A-Fa-f]{2}:?){32}$' }), {
              maxItems: 10,
              description: 'SHA-256 of certificates, for a server whose certificate no authority has signed.',
            }),
          ),
        },
        { ...closed, description: 'What FTPS needs beside.' },
      ),
    ),
    algorithms: Type.Optional(
      Type.Object(
        {
          preset: Type.Optional(
            Type.Union([Type.Literal('modern'), Type.Literal('legacy')], {
              description: '`legacy`: also what old servers need. Default `modern`.',
            }),
          ),
          kex: Type.Optional(names('Key exchanges')),
          cipher: Type.Optional(names('Ciphers')),
          serverHostKey: Type.Optional(names('Kinds of host keys')),
          hmac: Type.Optional(names('MACs')),
        },
        { ...closed, description: 'What SFTP may use.' },
      ),
    ),
  },
  closed,
);
export type RemoteFtpSettings = Static<typeof RemoteFtpSettings>;

/** Members that are paths of the partner's server. */
export const REMOTE_DIRECTORIES = [
  'rootDirectory',
  'inboundSubdirectory',
  'outboundSubdirectory',
  'archiveSubdirectory',
] as const;
