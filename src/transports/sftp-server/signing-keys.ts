import type { EncryptedPrivateKey } from 'ssh2';
import { X12Error } from '../../model/error.js';
import { signaturesOf } from '../sftp/algorithms.js';
import type { Ssh2 } from '../sftp/load-ssh2.js';

/**
 * The host keys as they are given to the library: each under the signatures that are offered, and no other. Of an RSA key that it finds
 * under its own name the library offers `ssh-rsa`, which is SHA-1, whether it is listed or not; so the key goes by the names of its
 * SHA-2 signatures unless SHA-1 is listed.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function signingKeys(
  { utils }: Ssh2,
  hostKeys: readonly string[],
  offered: readonly string[],
): EncryptedPrivateKey[] {
  return hostKeys.flatMap((text) => {
    const parsed = utils.parseKey(text);
    const key = Array.isArray(parsed) ? parsed[0] : parsed;
    if (key === undefined || key instanceof Error || !key.isPrivateKey()) {
      throw refused('A host key cannot be read. Give private keys without a passphrase.', key);
    }
    const names = offered.filter((name) => signaturesOf(key.type).includes(name));
    if (names.length === 0) {
      throw refused(`No signature of algorithms.serverHostKey fits the host key of type ${key.type}.`, undefined);
    }
    if (names.includes(key.type)) return [{ key }];
    // The library reads the type, finds the secret parts behind it, and signs as the name that was agreed on says.
    return names.map((name) => ({ key: Object.create(key, { type: { value: name } }) }));
  });
}

function refused(text: string, cause: unknown): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { cause, details: { option: 'hostKeys' } });
}
