import { createAccount } from '../accounts/create-account.js';
import { createKey } from '../accounts/create-key.js';
import type { Services } from '../exchange/services.js';
import { writeOwnerFile } from '../owner-file.js';
import { applyPartners } from '../partners-file/apply.js';
import { AccountQueries } from '../store/account-queries.js';
import { DEMO_PARTNERS, DEMO_REQUEST } from './demo.js';

/** The setting that tells how far it came. */
const NAME = 'first-start';
const DONE = 'done';
/** Milliseconds after which a process that has not finished it is taken for dead. */
const TAKEN_OVER_MS = 30_000;

/** A first start that is under way, as the setting holds it. */
interface UnderWay {
  readonly accountId: string;
  readonly processId: string;
  readonly at: number;
}

/**
 * On an empty store: an account with a test and a live key, and a demo partnership to try them with. Of several processes that
 * start on one store, one makes them; what a killed one has begun, a later start ends. The keys are in files before they are in
 * the store, so that a kill in between leaves none that nobody knows.
 */
export async function firstStart(services: Services): Promise<void> {
  const { store, config } = services;
  const accountId = (await begun(services)) ?? (await begin(services));
  if (accountId === undefined) return;
  writeOwnerFile(config.dataDir, 'demo-order.json', JSON.stringify(DEMO_REQUEST, undefined, 2));
  await applyPartners(services, accountId, DEMO_PARTNERS);
  await store.write((tx) => tx.updateTable('settings').set({ value: DONE }).where('name', '=', NAME).execute());
}

/** @returns the new account; `undefined` where there are accounts, or another process was quicker. */
async function begin(services: Services): Promise<string | undefined> {
  const { store, clock, config } = services;
  const known = await store.read((db) => db.selectFrom('accounts').select('id').limit(1).executeTakeFirst());
  if (known !== undefined) return undefined;
  return store.write(async (tx) => {
    const claimed = await tx
      .insertInto('settings')
      .values({ name: NAME, value: '' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 0n) return undefined;
    const accountId = await createAccount(tx, clock, 'first account');
    const queries = new AccountQueries(tx, accountId);
    for (const mode of ['test', 'live'] as const) {
      const { key } = await createKey(queries, clock, { name: `first ${mode} key`, mode });
      writeOwnerFile(config.dataDir, `${mode}-key`, key);
    }
    await tx
      .updateTable('settings')
      .set({ value: underWay(services, accountId) })
      .where('name', '=', NAME)
      .execute();
    return accountId;
  });
}

/** @returns the account of a first start that its process did not live to end, now this one's to end. */
async function begun(services: Services): Promise<string | undefined> {
  const { store, clock } = services;
  const row = await store.read((db) =>
    db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst(),
  );
  if (row === undefined || !row.value.startsWith('{')) return undefined;
  // Written by `underWay` alone.
  const { accountId, at } = JSON.parse(row.value) as UnderWay;
  // An embedded store has one process: this one.
  if (store.dialect !== 'sqlite' && clock.now() - at < TAKEN_OVER_MS) return undefined;
  const value = underWay(services, accountId);
  const { numUpdatedRows } = await store.write((tx) =>
    tx
      .updateTable('settings')
      .set({ value })
      .where('name', '=', NAME)
      .where('value', '=', row.value)
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n ? accountId : undefined;
}

function underWay({ processId, clock }: Services, accountId: string): string {
  const value: UnderWay = { accountId, processId, at: clock.now() };
  return JSON.stringify(value);
}
