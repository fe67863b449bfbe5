import { describe, expect, it } from 'vitest';
import { chainAudit } from '../../src/audit/chain-audit.js';
import { verifyAudit } from '../../src/audit/verify-audit.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Store } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';

const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 1).toString('base64'), folder: '/nowhere' });
let count = 0;

async function write(store: Store, account: string, howMany: number): Promise<void> {
  const rows = Array.from({ length: howMany }, () => {
    count += 1;
    const id = String(count).padStart(9, '0');
    return {
      ...{ account_id: account, id, at: count, key_id: 'k', address: null, request_id: 'r', action: 'read' },
      ...{ object_kind: 'artifact', object_id: `o${count}`, position: null, previous_hash: null, hash: null },
    };
  });
  await store.write((tx) => tx.insertInto('audit').values(rows).execute());
}

describe('the audit chain', () => {
  it('orders what was written, each account by itself, and goes on where it ended', async () => {
    const store = await openTestStore();
    await write(store, 'a', 450);
    await write(store, 'b', 3);
    expect(await chainAudit(store)).toBe(453);
    expect(await chainAudit(store)).toBe(0);
    const before = await verifyAudit(store, keys, 'a');
    expect(before).toMatchObject({ ok: true, entries: 450 });
    await write(store, 'a', 5);
    await chainAudit(store);
    const after = await verifyAudit(store, keys, 'a');
    expect(after).toMatchObject({ ok: true, entries: 455 });
    expect(after).not.toMatchObject({ hash: before.ok ? before.hash : '' });
    expect(await verifyAudit(store, keys, 'b')).toMatchObject({ ok: true, entries: 3 });
    const rows = await store.read((db) =>
      db.selectFrom('audit').select(['id', 'position']).where('account_id', '=', 'a').orderBy('position').execute(),
    );
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort());
  });

  it('gives no position twice when two do it at once', async () => {
    const store = await openTestStore();
    await write(store, 'a', 1000);
    const runs = await Promise.allSettled([chainAudit(store), chainAudit(store), chainAudit(store)]);
    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true);
    await chainAudit(store);
    expect(await verifyAudit(store, keys, 'a')).toMatchObject({ ok: true, entries: 1000 });
  });

  it.each([
    [
      'changed',
      (store: Store) =>
        store.write((tx) => tx.updateTable('audit').set({ object_id: 'another' }).where('position', '=', 7).execute()),
    ],
    [
      'dated back',
      (store: Store) => store.write((tx) => tx.updateTable('audit').set({ at: 1 }).where('position', '=', 7).execute()),
    ],
    ['removed', (store: Store) => store.write((tx) => tx.deleteFrom('audit').where('position', '=', 7).execute())],
  ])('shows an entry that was %s', async (_, tamper) => {
    const store = await openTestStore();
    await write(store, 'a', 20);
    await chainAudit(store);
    await tamper(store);
    expect(await verifyAudit(store, keys, 'a')).toEqual({ ok: false, position: 7 });
  });
});
