import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../../src/secrets/create-secrets.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Secrets } from '../../src/secrets/secrets.js';
import type { Store } from '../../src/store/store.js';
import { addAccount, readAs, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/store-factory.js';

const place = { purpose: 'connection', ownerId: 'c1', name: 'password' };
let store: Store;
let close: () => Promise<void>;
let secrets: Secrets;

beforeAll(async () => {
  ({ store, close } = await openTestStore());
  const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 7).toString('base64'), folder: '/nowhere' });
  secrets = createSecrets({ keys, clock: { now: () => 1 } });
  await addAccount(store, 'a');
  await addAccount(store, 'b');
});
afterAll(() => close());

describe('secrets', () => {
  it('keeps, replaces, names and deletes', async () => {
    await writeAs(store, 'a', (queries) => secrets.put(queries, place, 'first'));
    await writeAs(store, 'a', (queries) => secrets.put(queries, place, 'sëcond'));
    await writeAs(store, 'a', (queries) => secrets.put(queries, { ...place, name: 'passphrase' }, ''));
    expect(await readAs(store, 'a', (queries) => secrets.get(queries, place))).toBe('sëcond');
    expect(await readAs(store, 'a', (queries) => secrets.names(queries, place))).toEqual(['passphrase', 'password']);
    await writeAs(store, 'a', (queries) => secrets.delete(queries, { ...place, name: 'passphrase' }));
    expect(await readAs(store, 'a', (queries) => secrets.names(queries, place))).toEqual(['password']);
    await writeAs(store, 'a', (queries) => secrets.delete(queries, { purpose: 'connection', ownerId: 'c1' }));
    expect(await readAs(store, 'a', (queries) => secrets.get(queries, place))).toBeUndefined();
  });

  it('names those of several owners at once', async () => {
    await writeAs(store, 'a', async (queries) => {
      for (const [ownerId, name] of [
        ['o1', 'password'],
        ['o1', 'passphrase'],
        ['o2', 'privateKey'],
        ['o3', 'password'],
      ] as const) {
        await secrets.put(queries, { purpose: 'connection', ownerId, name }, 'x');
      }
      await secrets.put(queries, { purpose: 'other', ownerId: 'o2', name: 'token' }, 'x');
    });
    const asked = (account: string) =>
      readAs(store, account, (queries) => secrets.namesOf(queries, 'connection', ['o1', 'o2', 'none']));
    expect(await asked('a')).toEqual(
      new Map([
        ['o1', ['passphrase', 'password']],
        ['o2', ['privateKey']],
      ]),
    );
    expect(await asked('b')).toEqual(new Map());
    await writeAs(store, 'a', async (queries) => {
      for (const ownerId of ['o1', 'o2', 'o3']) await secrets.delete(queries, { purpose: 'connection', ownerId });
      await secrets.delete(queries, { purpose: 'other', ownerId: 'o2' });
    });
  });

  it('is not seen by another account, nor in the clear', async () => {
    await writeAs(store, 'a', (queries) => secrets.put(queries, place, 'canary-value'));
    expect(await readAs(store, 'b', (queries) => secrets.get(queries, place))).toBeUndefined();
    const row = await store.read((db) => db.selectFrom('secrets').selectAll().executeTakeFirstOrThrow());
    expect(Buffer.from(row.ciphertext).includes('canary-value')).toBe(false);
  });

  it('does not open in a row it was copied to', async () => {
    await writeAs(store, 'a', (queries) => secrets.put(queries, place, 'of a'));
    await store.write((tx) => tx.updateTable('secrets').set({ owner_id: 'c2' }).where('owner_id', '=', 'c1').execute());
    const copied = readAs(store, 'a', (queries) => secrets.get(queries, { ...place, ownerId: 'c2' }));
    await expect(copied).rejects.toThrow(/belongs elsewhere/);
  });
});
