import { isX12Error } from 'ediloom';
import { connectSftp } from 'ediloom/transports/sftp';
import type { SplitConnection } from '../kind.js';
import { refusedSetting } from '../refused-setting.js';

/** OpenSSH, PKCS and PuTTY; what is in it is looked at when one logs in. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----|^PuTTY-User-Key-File-/m;

/**
 * What the client of SFTP would refuse at each delivery is refused when it is given.
 * @throws Problem `invalid` for a host key or algorithm that is none, and a private key that is a path or a public key.
 */
export function demandSftp({ settings, secrets }: SplitConnection): void {
  const { hostKeys, algorithms } = settings;
  if (Array.isArray(hostKeys)) {
    hostKeys.forEach((hostKey, index) => {
      if (!isTaken({ hostKeys: [hostKey] })) {
        throw refusedSetting(
          `/hostKeys/${index}`,
          'must be SHA256: and 43 characters, as ssh-keygen -l shows it, or a whole public key (ssh-ed25519 AAAA...)',
        );
      }
    });
  }
  if (!isTaken({ algorithms })) throw refusedSetting('/algorithms', 'must be of those that SFTP may use here');
  const privateKey = secrets.get('privateKey');
  if (typeof privateKey === 'string' && !PRIVATE_KEY.test(privateKey)) {
    throw refusedSetting(
      '/privateKey',
      'must be the text of a private key, which has BEGIN ... PRIVATE KEY in its first line',
    );
  }
}

function isTaken(options: object): boolean {
  try {
    connectSftp({ host: 'localhost', username: 'nobody', ...options });
    return true;
  } catch (error) {
    if (isX12Error(error)) return false;
    throw error;
  }
}
