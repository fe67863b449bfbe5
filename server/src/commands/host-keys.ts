import { oldestAccounts } from '../accounts/accounts.js';
import { hostKeys } from '../exchange/file-servers/host-keys.js';
import { type Command, demandNoWords, UsageError } from './command.js';

interface ShownKey {
  readonly type: string;
  readonly fingerprint: string;
  readonly publicKey: string;
}

/** What partners pin before their first login. */
export const HOST_KEY_COMMANDS: readonly Command[] = [
  {
    name: 'host-keys',
    usage: '',
    summary:
      'Prints the host keys of the SFTP server with their fingerprints, for partners to pin; makes them where there are none.',
    prepare: async (args) => {
      demandNoWords('host-keys', args);
      return {};
    },
    run: async (services) => {
      const [account] = await services.store.read((db) => oldestAccounts(db, 1));
      if (account === undefined) throw new UsageError('There is no account yet: start the server first.');
      const keys = await hostKeys(services, account);
      return keys.map(({ type, fingerprint, publicKey }): ShownKey => ({ type, fingerprint, publicKey }));
    },
    show: (keys: readonly ShownKey[]) =>
      keys.map(({ type, fingerprint, publicKey }) => `${type}  ${fingerprint}\n${publicKey}`).join('\n'),
  },
];
