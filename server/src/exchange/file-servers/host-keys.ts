import { createHash } from 'node:crypto';
import { AccountQueries } from '../../store/account-queries.js';
import { makeSetting, readSetting } from '../../store/settings.js';
import type { Transaction } from '../../store/store.js';
import type { Services } from '../services.js';
import { type HostKeyKind, makeHostKey } from './make-host-key.js';

/** Says which account's row the keys are sealed in: they are the server's, but every secret is of an account. */
const SETTING = 'host-keys';

/** Partners pin them, so they are made once. Programs that are too old for the first know the second. */
const KINDS: readonly HostKeyKind[] = ['ed25519', 'rsa'];

type Needs = Pick<Services, 'store' | 'secrets'>;

/** A key by which partners know the SFTP server. */
export interface HostKey {
  readonly type: string;
  /** In the form of OpenSSH, without a passphrase. */
  readonly privateKey: string;
  /** As `known_hosts` has it: `ssh-ed25519 AAAA...`. */
  readonly publicKey: string;
  /** `SHA256:...`, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

/** The keys of the SFTP server, the same in every process; `undefined` until one was needed. */
export async function findHostKeys({ store, secrets }: Needs): Promise<readonly HostKey[] | undefined> {
  return store.read((db) => storedKeys(db, secrets));
}

/**
 * The same, made where there are none: of several processes, one makes them.
 * @param accountId of any account: its rows have them.
 */
export async function hostKeys(services: Needs, accountId: string): Promise<readonly HostKey[]> {
  const { store, secrets } = services;
  const known = await findHostKeys(services);
  if (known !== undefined) return known;
  const made = await makeKeys();
  return store.write(async (tx) => {
    if (!(await makeSetting(tx, SETTING, accountId))) return (await storedKeys(tx, secrets)) ?? [];
    const queries = new AccountQueries(tx, accountId);
    for (const { name, text } of made) await secrets.put(queries, placeOf(name), text);
    return made.map(({ name, text }) => hostKeyOf(name, text));
  });
}

async function storedKeys(db: Transaction, secrets: Needs['secrets']): Promise<readonly HostKey[] | undefined> {
  const accountId = await readSetting(db, SETTING);
  if (accountId === undefined) return undefined;
  const queries = new AccountQueries(db, accountId);
  const keys: HostKey[] = [];
  for (const name of KINDS) {
    const text = await secrets.get(queries, placeOf(name));
    if (text !== undefined) keys.push(hostKeyOf(name, text));
  }
  return keys;
}

function placeOf(name: string) {
  return { purpose: 'server', ownerId: 'sftp', name };
}

/** Public and private key as one text: the public one in the first line. */
function makeKeys(): Promise<readonly { readonly name: string; readonly text: string }[]> {
  return Promise.all(
    KINDS.map(async (name) => {
      const { publicKey, privateKey } = await makeHostKey(name);
      return { name, text: `${publicKey}\n${privateKey}` };
    }),
  );
}

function hostKeyOf(type: string, text: string): HostKey {
  const end = text.indexOf('\n');
  const publicKey = text.slice(0, end).trim();
  const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64');
  const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
  return { type, privateKey: text.slice(end + 1), publicKey, fingerprint };
}
