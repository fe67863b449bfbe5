import { describe, expect, it } from 'vitest';
import { hashOfKey } from '../../../src/accounts/key-hash.js';
import { createKey, deleteKey, rotateKey } from '../../../src/accounts/keys.js';
import { KnownKeys } from '../../../src/gateway/keys/known-keys.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Store } from '../../../src/store/store.js';
import { addAccount } from '../../support/accounts.js';
import { openTestStore } from '../../support/open-test-store.js';
import { TestClock } from '../../support/test-jobs.js';

async function keyOf(store: Store, clock: TestClock) {
  await addAccount(store, 'a');
  return store.write((tx) => createKey(new AccountQueries(tx, 'a'), clock, { name: 'shop', mode: 'live' }));
}

describe('keys', () => {
  it('that are deleted while they are read are not let in once more', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const { id, key } = await keyOf(store, clock);
    let goOn = (): void => {};
    const deleted = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let tellRead = (): void => {};
    const wasRead = new Promise<void>((resolve) => {
      tellRead = resolve;
    });
    const slow: Store = {
      ...store,
      read: async (work) => {
        const found = await store.read(work);
        tellRead();
        await deleted;
        return found;
      },
    };
    const keys = new KnownKeys(slow, clock);
    const first = keys.find(hashOfKey(key));
    await wasRead;
    await store.write((tx) => deleteKey(new AccountQueries(tx, 'a'), clock, id));
    keys.forget();
    goOn();
    expect(await first).toBeDefined();
    expect(await keys.find(hashOfKey(key))).toBeUndefined();
  });

  it('that one rotation has ended get no time by another that began before', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const { id } = await keyOf(store, clock);
    const rows = () => store.read((db) => db.selectFrom('api_keys').selectAll().orderBy('created_at').execute());
    const [before] = await rows();
    clock.jump(1);
    await store.write((tx) => rotateKey(new AccountQueries(tx, 'a'), clock, id, { overlapMs: 0 }));
    // As PostgreSQL shows the row to a transaction that has read it before the commit of the other.
    const staleRow = { selectAll: () => ({ where: () => ({ executeTakeFirst: async () => before }) }) };
    const later = store.write((tx) =>
      rotateKey(Object.assign(new AccountQueries(tx, 'a'), { from: () => staleRow }), clock, id, {
        overlapMs: 86_400_000,
      }),
    );
    await expect(later).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect((await rows()).map(({ expires_at }) => expires_at)).toEqual([clock.now(), null]);
  });
});
