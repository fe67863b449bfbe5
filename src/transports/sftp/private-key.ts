import { createPrivateKey } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import { X12Error } from '../../model/error.js';
import { isCostlyKey, MOST_RSA_BITS } from '../network/costly-key.js';
import type { Ssh2 } from './load-ssh2.js';
import type { SftpOptions } from './sftp-options.js';

/** Of the bcrypt of OpenSSH, each some 20 ms in which nothing else is done. `ssh-keygen` has 16 or 24; a file may ask for 4,294,967,295. */
const MOST_ROUNDS = 32;

/** As the library finds it: a `-` within is a digit of base64 too. */
const OPENSSH_FILE = /^-----BEGIN OPENSSH PRIVATE KEY-----\r?\n([\s\S]+)\r?\n-----END OPENSSH PRIVATE KEY-----$/;
/** `openssh-key-v1` and a NUL. */
const MAGIC_LENGTH = 15;

/**
 * Looks at the private key of a login before the library uses it.
 * @throws X12Error `X12_CONNECTION_INVALID` for one that cannot be read or opened, or that would keep the process busy.
 */
export function demandUsableKey(
  { privateKey, passphrase }: Pick<SftpOptions, 'privateKey' | 'passphrase'>,
  { parseKey }: Ssh2['utils'],
): void {
  if (privateKey === undefined) return;
  const rounds = roundsOf(privateKey);
  if (rounds > MOST_ROUNDS) {
    throw refused(
      'privateKey',
      `The private key takes ${rounds} rounds to open, and at most ${MOST_ROUNDS} are taken. Write it anew with fewer: ssh-keygen -p -a 16.`,
    );
  }
  const parsed = parseKey(privateKey, passphrase);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error) throw unreadable(key);
  if (!key.isPrivateKey()) {
    throw refused('privateKey', 'This is a public key. Give the private one, which lies beside it without .pub.');
  }
  if (isCostly(key)) {
    throw refused('privateKey', `The private key is RSA of more than ${MOST_RSA_BITS} bits, or unsound. Take another.`);
  }
}

/** What the file of an OpenSSH key asks for; 0 where it asks for nothing, or is another or none. */
function roundsOf(text: string): number {
  const body = OPENSSH_FILE.exec(text.trim())?.[1];
  if (body === undefined) return 0;
  const bytes = Buffer.from(body, 'base64');
  let at = MAGIC_LENGTH;
  const string = (): Buffer => {
    const from = at + 4;
    at = from + bytes.readUInt32BE(at);
    return bytes.subarray(from, at);
  };
  try {
    // Cipher, name of the function, and its options: salt and rounds.
    string();
    string();
    const options = string();
    return options.length < 8 ? 0 : options.readUInt32BE(4 + options.readUInt32BE(0));
  } catch {
    // Cut off: it cannot be opened either.
    return 0;
  }
}

function isCostly(key: ParsedKey): boolean {
  return key.type === 'ssh-rsa' && key.isPrivateKey() && isCostlyKey(createPrivateKey(key.getPrivatePEM()));
}

function unreadable(error: Error | undefined): X12Error {
  return /passphrase|decrypt|integrity|encrypted/i.test(error?.message ?? '')
    ? refused('passphrase', 'The private key is not opened by the passphrase given, or none is given.')
    : refused('privateKey', 'The private key cannot be read. Give it in PEM or in the form of OpenSSH.');
}

function refused(option: string, text: string): X12Error {
  return new X12Error('X12_CONNECTION_INVALID', text, { details: { option } });
}
