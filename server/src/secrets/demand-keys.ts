import { ConfigError } from '../config.js';
import type { Transaction } from '../store/store.js';
import { secretKeyIds } from './rotate-secrets.js';
import type { MasterKeys, SecretPlace } from './secrets.js';

/** A secret that opens nothing, written at the first start: another master key is noticed at the second, before a connection has a secret. */
export const KEY_WITNESS: SecretPlace = { purpose: 'master-key', ownerId: 'first-start', name: 'witness' };

export interface DemandKeysOptions {
  /** Of the process; absent where there is no key yet, neither in the environment nor in the file. */
  readonly keys: Pick<MasterKeys, 'knows'> | undefined;
  /** Where `master.key` lies, or belongs. */
  readonly folder: string;
  /** Ids of keys that nobody has any more. */
  readonly lost: readonly string[];
}

/**
 * A server with another master key would seal new secrets with it and could not open those there are: it would be known at the next
 * delivery, and when the right key is brought back, what was sealed meanwhile is lost in turn. So it does not begin.
 * @throws ConfigError that names the missing keys by their ids.
 */
export async function demandKeys(db: Transaction, { keys, folder, lost }: DemandKeysOptions): Promise<void> {
  const needed = await secretKeyIds(db);
  const missing = needed.filter((id) => keys?.knows(id) !== true && !lost.includes(id));
  if (missing.length === 0) return;
  const ids = missing.join(',');
  throw new ConfigError(
    `The store has secrets that are sealed with the master key ${ids}, and ${folder}/master.key and MASTER_KEY do not have it. Bring that key back. Is it lost for good, LOST_MASTER_KEYS=${ids} starts without it; passwords and keys of connections must be set again then.`,
  );
}

/** What only says that a key was there is not missed with it. */
export async function forgetWitness(tx: Transaction, lost: readonly string[]): Promise<void> {
  const witness = tx.deleteFrom('secrets').where('purpose', '=', KEY_WITNESS.purpose);
  for (const id of lost) await witness.where('master_key_id', '=', id).execute();
}
