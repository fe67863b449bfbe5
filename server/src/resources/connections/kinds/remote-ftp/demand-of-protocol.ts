import type { SplitConnection } from '../kind.js';
import { refusedSetting } from '../refused-setting.js';

/** Members that mean something over one of the two protocols alone. */
const ONLY_SFTP = ['hostKeys', 'algorithms', 'disableFastDownload', 'privateKey', 'passphrase'] as const;
const ONLY_FTPS = ['ftpsAdvancedFields'] as const;

/**
 * A setting that nothing reads would be believed to be in force: a pinned host key, for one.
 * @throws Problem `invalid` for a member of the other protocol.
 */
export function demandOfProtocol({ settings, secrets }: SplitConnection): void {
  const { protocol } = settings;
  const [names, other] = protocol === 'SFTP' ? [ONLY_FTPS, 'FTPS'] : [ONLY_SFTP, 'SFTP'];
  for (const name of names) {
    if (settings[name] === undefined && (secrets.get(name) ?? undefined) === undefined) continue;
    throw refusedSetting(`/${name}`, `is a setting of ${other}, and protocol is ${String(protocol)}. Leave it out`);
  }
}
