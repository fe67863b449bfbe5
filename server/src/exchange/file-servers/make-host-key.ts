import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** A key of a server, as OpenSSH writes it. */
export interface MadeKey {
  /** In one of the forms of OpenSSH, without a passphrase. */
  readonly privateKey: string;
  /** `ssh-ed25519 AAAA...`. */
  readonly publicKey: string;
}

export type HostKeyKind = 'ed25519' | 'rsa';

/** Made by Node: of the keys of Ed25519 that ssh2 makes, one in some hundred cannot be read, by itself neither. */
export async function makeHostKey(kind: HostKeyKind): Promise<MadeKey> {
  return kind === 'ed25519' ? makeEd25519() : makeRsa();
}

async function makeEd25519(): Promise<MadeKey> {
  const { publicKey, privateKey } = await generate('ed25519');
  const point = bytesOf(publicKey.export({ format: 'jwk' }).x);
  const seed = bytesOf(privateKey.export({ format: 'jwk' }).d);
  const type = Buffer.from('ssh-ed25519');
  const blob = Buffer.concat([text(type), text(point)]);
  const check = randomBytes(4);
  const open = Buffer.concat([check, check, text(type), text(point), text(Buffer.concat([seed, point])), text('')]);
  // Filled up to blocks of 8 by 1, 2, 3 …
  const filling = Buffer.from(Array.from({ length: (8 - (open.length % 8)) % 8 }, (_, at) => at + 1));
  const whole = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), text('none'), text('none'), text(''), number(1)],
    ...[text(blob), text(Buffer.concat([open, filling]))],
  ]);
  return { privateKey: pem('OPENSSH PRIVATE KEY', whole), publicKey: `ssh-ed25519 ${blob.toString('base64')}` };
}

async function makeRsa(): Promise<MadeKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 3072 });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const blob = Buffer.concat([text('ssh-rsa'), text(positive(bytesOf(e))), text(positive(bytesOf(n)))]);
  return {
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicKey: `ssh-rsa ${blob.toString('base64')}`,
  };
}

function bytesOf(base64url = ''): Buffer {
  return Buffer.from(base64url, 'base64url');
}

/** RFC 4251: its length, and the bytes. */
function text(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** RFC 4251: a number that would begin with a one bit would be a negative one. */
function positive(bytes: Buffer): Buffer {
  return (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,70}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
