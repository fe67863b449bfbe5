import { describe, expect, it } from 'vitest';
import { chainAudit } from '../../src/audit/chain-audit.js';
import { expireAudit } from '../../src/audit/expire-audit.js';
import { verifyAudit } from '../../src/audit/verify-audit.js';
import { maintenanceTasks } from '../../src/maintenance/maintenance-tasks.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Store } from '../../src/store/store.js';
import { addAccount } from '../support/accounts.js';
import { writeAudited } from '../support/audit-entries.js';
import { openTestStore } from '../support/open-test-store.js';
import { SILENT, TestClock } from '../support/test-jobs.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const OLD = NOW - 31 * DAY;
const clock = new TestClock(NOW);
const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 1).toString('base64'), folder: '/nowhere' });

async function tidied(store: Store, auditRetentionDays: number | undefined, warnings: unknown[] = []): Promise<void> {
  const log = { ...SILENT, warn: (facts: unknown) => warnings.push(facts) };
  const tasks = maintenanceTasks({
    store,
    clock,
    log,
    sweep: async () => {},
    endDropped: async () => {},
    keys,
    metrics: { check: () => {}, expiredWaiting: () => {} },
    auditRetentionDays,
  });
  await tasks.find(({ kind }) => kind === 'expire-audit')?.run(new AbortController().signal);
}

const entries = (store: Store, account: string) =>
  store.read((db) =>
    db
      .selectFrom('audit')
      .select(['at', 'action', 'position'])
      .where('account_id', '=', account)
      .orderBy('at')
      .execute(),
  );

describe('audit entries whose time has passed', () => {
  it('go in portions, and what is left is one chain from a signed mark', async () => {
    const store = await openTestStore();
    for (const account of ['a', 'b']) await addAccount(store, account);
    await writeAudited(store, 'a', OLD, 1234);
    await writeAudited(store, 'a', NOW - DAY, 3);
    await writeAudited(store, 'b', NOW - DAY, 2);
    const whole = await verifyAudit(store, keys, 'a');
    await tidied(store, 30);
    await chainAudit(store);
    expect(await verifyAudit(store, keys, 'a')).toMatchObject({ ok: true, entries: 4, cutAt: 1234 });
    expect(await verifyAudit(store, keys, 'b')).toMatchObject({ ok: true, entries: 2, cutAt: 0 });
    expect(whole).toMatchObject({ ok: true, entries: 1237 });
    // That they went is an entry itself, and is written once.
    expect((await entries(store, 'a')).map(({ action }) => action)).toEqual(['read', 'read', 'read', 'expire']);
    await tidied(store, 30);
    expect(await entries(store, 'a')).toHaveLength(4);
  });

  it.each([500, 1000])('are named by an entry also where they are %i, whole portions', async (count) => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await writeAudited(store, 'a', OLD, count);
    await tidied(store, 30);
    await chainAudit(store);
    expect((await entries(store, 'a')).map(({ action }) => action)).toEqual(['expire']);
    expect(await verifyAudit(store, keys, 'a')).toMatchObject({ ok: true, entries: 1, cutAt: count });
  });

  it('stay without the setting, and behind one that is not so old', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await writeAudited(store, 'a', NOW - DAY, 1);
    await writeAudited(store, 'a', OLD, 2);
    await tidied(store, undefined);
    await tidied(store, 30);
    expect(await entries(store, 'a')).toHaveLength(3);
  });

  it('stay where one was changed, which the log says, and the other accounts go on', async () => {
    const store = await openTestStore();
    for (const account of ['a', 'b']) await addAccount(store, account);
    for (const account of ['a', 'b']) await writeAudited(store, account, OLD, 3);
    await store.write((tx) =>
      tx
        .updateTable('audit')
        .set({ action: 'other' })
        .where('account_id', '=', 'a')
        .where('position', '=', 2)
        .execute(),
    );
    const warnings: unknown[] = [];
    await tidied(store, 30, warnings);
    expect(await entries(store, 'a')).toHaveLength(3);
    expect(await verifyAudit(store, keys, 'a')).toEqual({ ok: false, position: 2 });
    expect((await entries(store, 'b')).map(({ action }) => action)).toEqual(['expire']);
    expect(warnings).toEqual([{ account: 'a', why: expect.stringContaining('audit verify') }]);
  });

  it('ends when it is to stop, with whole portions', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await writeAudited(store, 'a', OLD, 3);
    const stop = new AbortController();
    stop.abort();
    const options = { before: NOW, refused: () => {}, signal: stop.signal };
    await expect(expireAudit({ store, keys, clock }, options)).rejects.toThrow();
    expect(await entries(store, 'a')).toHaveLength(3);
  });
});
