import {
  boolean,
  bytes,
  list,
  milliseconds,
  object,
  oneOf,
  type Properties,
  type SchemaNode,
  secret,
  string,
  text,
  URL_PATTERN,
  whole,
} from './schema-node.js';
import { TLS } from './tls-schema.js';

const DIGESTS = ['sha256', 'sha384', 'sha512', 'sha1'];
const CIPHERS = ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', 'aes256-gcm', 'aes192-gcm', 'aes128-gcm', '3des', 'none'];

const WINDOW: Properties = {
  activeFrom: { type: 'string', format: 'date-time', description: 'Not used before; ISO 8601.' },
  activeUntil: { type: 'string', format: 'date-time', description: 'Not used from then on.' },
  use: oneOf(['signing', 'encryption'], 'Default both.'),
};
const URL: SchemaNode = { type: 'string', format: 'uri', pattern: URL_PATTERN, description: 'http or https.' };

const IDENTITY: SchemaNode = {
  anyOf: [
    object(
      {
        certificate: text('PEM.'),
        privateKey: secret('PEM.'),
        passphrase: secret('Opens the key.'),
        ...WINDOW,
      },
      ['certificate', 'privateKey'],
    ),
    object({ pkcs12: bytes('A .p12 or .pfx file.'), passphrase: secret('Opens the file.'), ...WINDOW }, [
      'pkcs12',
      'passphrase',
    ]),
  ],
  description: 'A certificate of ours with its key.',
};

const OUTBOUND = object({
  sign: oneOf([...DIGESTS, 'none'], 'Default sha256.'),
  encrypt: oneOf(CIPHERS, 'Default aes256-cbc.'),
  keyTransport: oneOf(['rsa-pkcs1', 'rsa-oaep'], 'Default rsa-pkcs1.'),
  oaepDigest: oneOf(DIGESTS, 'Default sha256.'),
  compress: oneOf(['none', 'before-signing', 'after-signing'], 'Default none.'),
  contentTransferEncoding: oneOf(['7bit', '8bit', 'binary', 'base64'], 'Default binary.'),
  digestNames: oneOf(['new', 'old'], 'old: sha256 in place of sha-256. Default new.'),
  includeCertificate: boolean('Our certificate in the signature. Default true.'),
  contentType: string('Default application/edi-x12.'),
  fileName: oneOf(['quoted', 'plain', 'none'], 'In Content-Disposition. Default quoted.'),
  subject: string('With {name}, {from}, {to}, {messageId}. Default {name}.'),
  messageIdFormat: string('With {unique}.'),
  headers: {
    type: 'object',
    properties: {},
    additionalProperties: { type: 'string' },
    description: 'Further headers.',
  },
});

const MDN = object({
  mode: oneOf(['none', 'sync', 'async'], 'Default sync.'),
  url: URL,
  signed: boolean('Default true.'),
  requireMic: boolean('False for partners whose signed receipts have no MIC. Default true.'),
  micAlgorithms: list(oneOf(DIGESTS, 'Digest.'), 'Asked for in this order. Default that of the signature.'),
  alsoMicAlgorithms: list(oneOf(DIGESTS, 'Digest.'), 'Taken though not asked for.'),
  waitMinutes: { type: 'number', minimum: 0.01, maximum: 7 * 24 * 60, description: 'Default 16.' },
  notifyTo: string('Default our id.'),
  contentTransferEncoding: oneOf(['7bit', '8bit', 'binary'], 'Default 7bit.'),
});

const INBOUND = object({
  requireSigned: boolean('Default true.'),
  requireEncrypted: boolean('Default true.'),
  acceptSha1: boolean('Default false.'),
  unnamedMicAlgorithm: oneOf(DIGESTS, 'Default sha1.'),
  maxCompressionRatio: {
    type: 'number',
    minimum: 1,
    maximum: 1032,
    description: 'Times that compressed data may grow, where more than 10 MiB come out. Default 100.',
  },
  duplicateDays: whole(0, 3650, 'How long a Message-ID is remembered. Default 30.'),
});

/** `partnership` and the network of an AS2 connection. */
export const AS2: Properties = {
  partnership: object(
    {
      ourId: string('AS2-From of what we send.'),
      partnerId: string('Its AS2 id.'),
      url: URL,
      identities: list(IDENTITY, 'The newest active one signs; all decrypt.'),
      certificates: list(
        object({ certificate: text('PEM.'), ...WINDOW }, ['certificate']),
        'Of the partner. The newest active one is encrypted for; all active ones verify.',
      ),
      outbound: OUTBOUND,
      mdn: MDN,
      inbound: INBOUND,
    },
    ['ourId', 'partnerId'],
  ),
  tls: object(TLS, [], 'Of the address of the partner, where it is https.'),
  basicAuth: object(
    { username: string('Name.'), password: secret('Password.') },
    ['username', 'password'],
    'For the address of the partner, where it is https.',
  ),
  connectMs: milliseconds('For connecting. Default 30000.'),
  minBytesPerSecond: whole(0, Number.MAX_SAFE_INTEGER, 'Of a body that goes out. Default 1024; 0: any.'),
  slowMs: milliseconds('Of waiting, before that counts. Default 120000.'),
  idleMs: milliseconds('Without a byte either way. Default: as long as a receipt is waited for.'),
  listen: object(
    {
      port: whole(0, 65_535, 'Of this machine; 0: one that is free.'),
      host: string(
        'Address of this machine; 0.0.0.0 and :: are all. Default 127.0.0.1, which no other machine reaches.',
      ),
      path: string('Default every path.'),
      tls: object({ certificate: text('PEM.'), privateKey: secret('PEM.'), passphrase: secret('Opens the key.') }, [
        'certificate',
        'privateKey',
      ]),
      holdMs: milliseconds('From hand-over to accept; then the sender is answered with an error. Default 120000.'),
    },
    ['port'],
    'Where transmissions and asynchronous receipts come in. Absent: nothing is received.',
  ),
};
