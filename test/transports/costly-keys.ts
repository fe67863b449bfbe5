import { randomBytes } from 'node:crypto';

/** An integer in DER, of so many bytes, odd. */
function integer(length: number): Buffer {
  const bytes = randomBytes(length);
  bytes[0] = 0x7f;
  bytes[length - 1] = (bytes[length - 1] ?? 0) | 1;
  return element(0x02, bytes);
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);
}

/**
 * A private key of RSA in PEM that is none, but is taken for one until it signs.
 * @param modulus bytes of n, @param exponent bytes of d.
 */
export function madeRsaKey(modulus: number, exponent: number): string {
  const [n, d] = [integer(modulus), integer(exponent)];
  const half = () => integer(modulus / 2);
  const small = Buffer.from([2, 1, 0]);
  const e = Buffer.from([2, 3, 1, 0, 1]);
  const key = element(0x30, Buffer.concat([small, n, e, d, half(), half(), half(), half(), half()]));
  const lines = key.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----', ''].join('\n');
}

/** The file of a locked private key of OpenSSH that asks for so many rounds, whatever opens it. */
export function lockedKey(rounds: number, digits: 'base64' | 'base64url' = 'base64'): string {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const text = (value: string | Buffer): Buffer => Buffer.concat([number(value.length), Buffer.from(value)]);
  const bytes = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), text('aes256-ctr'), text('bcrypt')],
    ...[text(Buffer.concat([text(Buffer.alloc(16, 0xfb)), number(rounds)])), number(1)],
    ...[text(Buffer.concat([text('ssh-ed25519'), text(randomBytes(32))])), text(randomBytes(160))],
  ]);
  const lines = bytes.toString(digits).match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}
