import { AS2 } from './as2-schema.js';
import { FILE_SETTINGS } from './file-settings-schema.js';
import {
  boolean,
  host,
  ID_PATTERN,
  list,
  milliseconds,
  object,
  oneOf,
  type Properties,
  type SchemaNode,
  secret,
  string,
  whole,
} from './schema-node.js';
import { TLS } from './tls-schema.js';

const ALGORITHMS = ['kex', 'serverHostKey', 'cipher', 'hmac'];
const PORT = whole(1, 65_535, 'Default: that of the protocol.');
const FAMILY = oneOf([4, 6], 'For hosts whose other addresses do not work.');

const RATE: Properties = {
  minBytesPerSecond: whole(
    0,
    Number.MAX_SAFE_INTEGER,
    'Of a transfer, while we wait for the server. Default 1024; 0: any.',
  ),
  slowTimeout: milliseconds('Of waiting, before that counts. Default 120000.'),
};

const directory: Properties = {
  root: string(
    'Directory on disk that exists, from that of the connection file. The directories below are paths in it.',
  ),
  ...FILE_SETTINGS,
};

const sftp: Properties = {
  host: host('Name or address.'),
  port: PORT,
  username: string('Who logs in.'),
  password: secret('Also answers a keyboard-interactive login.'),
  privateKey: secret('In PEM or in the form of OpenSSH.'),
  passphrase: secret('Opens the private key.'),
  hostKeys: list(string('SHA256:... as ssh-keygen -l shows it, or the public key.'), 'Pins; one must be the host key.'),
  hostKeyPolicy: oneOf(['pinned', 'insecure'], 'Default pinned. With insecure anyone in between can read and answer.'),
  algorithms: {
    anyOf: [
      { enum: ['modern', 'legacy'] },
      object(Object.fromEntries(ALGORITHMS.map((kind) => [kind, list(string('Name.'), 'In order.')]))),
    ],
    description: 'Default modern; legacy adds what old servers know and is broken in parts.',
  },
  connectTimeout: milliseconds('Until the server takes the connection. Default 20000.'),
  readyTimeout: milliseconds('From there to the end of the login. Default 30000.'),
  stallTimeout: milliseconds('Without progress. Default 60000.'),
  ...RATE,
  keepaliveInterval: milliseconds('Default 15000; 0: none.'),
  concurrency: whole(
    1,
    1024,
    'Writes on their way at once. Default 16 to OpenSSH and ediloom, else 1, which no server gets wrong.',
  ),
  readAhead: whole(1, 1024, 'Reads on their way at once. Default 16.'),
  fileMode: whole(0, 0o777, 'Permissions of new files, in decimal. Default: the choice of the server.'),
  localAddress: string('Address of this machine to connect from.'),
  family: FAMILY,
};

const ftps: Properties = {
  host: host('As it stands in the certificate.'),
  port: PORT,
  mode: oneOf(['explicit', 'implicit'], 'Default explicit (port 21); implicit is port 990.'),
  username: string('Who logs in.'),
  password: secret('Of the user.'),
  tls: object({ ...TLS, ciphers: string("OpenSSL's list. Default Node's.") }),
  passive: object({
    command: oneOf(['epsv', 'pasv'], 'Default epsv, and pasv where it is not known.'),
    address: string('Where data connections go, whatever the server says.'),
    allowSeparateTransferHost: boolean('Follow the server to another address. Default false.'),
  }),
  family: FAMILY,
  connectTimeout: milliseconds('Until the connection is secured. Default 20000.'),
  replyTimeout: milliseconds('For the answer to a command. Default 60000.'),
  stallTimeout: milliseconds('Without a byte moving. Default 60000.'),
  ...RATE,
  keepalive: milliseconds('Between signs of life. Default 30000; 0: none.'),
};

/** What a connection of each kind is made of, and what it cannot be without. */
export const CONNECTION_KINDS: Readonly<Record<string, SchemaNode>> = {
  directory: kind('directory', directory, ['root']),
  sftp: kind('sftp', { server: object(sftp, ['host', 'username'], 'The server.'), ...FILE_SETTINGS }, ['server']),
  ftps: kind('ftps', { server: object(ftps, ['host', 'username', 'password'], 'The server.'), ...FILE_SETTINGS }, [
    'server',
  ]),
  as2: kind('as2', AS2, ['partnership']),
};

function kind(name: string, properties: Properties, required: readonly string[]): SchemaNode {
  const common: Properties = {
    $schema: { type: 'string' },
    kind: { const: name },
    id: {
      type: 'string',
      pattern: ID_PATTERN,
      description: 'Names this partner in the journal for ever.',
    },
  };
  return object({ ...common, ...properties }, ['kind', 'id', ...required]);
}
