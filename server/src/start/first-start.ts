import { createAccount, oldestAccounts } from '../accounts/accounts.js';
import { createKey } from '../accounts/keys.js';
import type { Services } from '../exchange/services.js';
import { FIRST_CHECK } from '../operations/healthcare/first-check.js';
import { writeOwnerFile } from '../owner-file.js';
import { applyPartners } from '../partners-file/apply.js';
import { KEY_WITNESS } from '../secrets/demand-keys.js';
import { AccountQueries } from '../store/account-queries.js';
import { changeSetting, makeSetting, readSetting } from '../store/settings.js';
import { DEMO_PARTNERS, DEMO_REQUEST } from './demo.js';

/** The setting that says how far it came. */
const NAME = 'first-start';
const DONE = 'done';
/** Milliseconds after which a process that has not finished it is taken for dead. */
const TAKEN_OVER_MS = 30_000;

/** A first start that is under way, as the setting says it. */
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
  writeOwnerFile(config.dataDir, 'demo-check.json', JSON.stringify(FIRST_CHECK, undefined, 2));
  await applyPartners(services, accountId, DEMO_PARTNERS);
  await store.write((tx) => changeSetting(tx, NAME, DONE));
}

/** @returns the new account; `undefined` where there are accounts, or another process was quicker. */
async function begin(services: Services): Promise<string | undefined> {
  const { store, clock, config } = services;
  const known = await store.read((db) => oldestAccounts(db, 1));
  if (known.length > 0) return undefined;
  return store.write(async (tx) => {
    // Empty until this transaction ends: the setting is what several processes race for.
    if (!(await makeSetting(tx, NAME, ''))) return undefined;
    const accountId = await createAccount(tx, clock, 'first account');
    const queries = new AccountQueries(tx, accountId);
    for (const mode of ['test', 'live'] as const) {
      const { key } = await createKey(queries, clock, { name: `first ${mode} key`, mode });
      writeOwnerFile(config.dataDir, `${mode}-key`, key);
    }
    await services.secrets.put(queries, KEY_WITNESS, 'the key of the first start');
    await changeSetting(tx, NAME, underWay(services, accountId));
    return accountId;
  });
}

/** @returns the account of a first start that its process did not live to end, now this one's to end. */
async function begun(services: Services): Promise<string | undefined> {
  const { store, clock } = services;
  const value = await store.read((db) => readSetting(db, NAME));
  if (value === undefined || !value.startsWith('{')) return undefined;
  // Written by `underWay` alone.
  const { accountId, at } = JSON.parse(value) as UnderWay;
  // An embedded store has one process: this one.
  if (store.dialect !== 'sqlite' && clock.now() - at < TAKEN_OVER_MS) return undefined;
  const taken = await store.write((tx) => changeSetting(tx, NAME, underWay(services, accountId), value));
  return taken ? accountId : undefined;
}

function underWay({ processId, clock }: Services, accountId: string): string {
  const value: UnderWay = { accountId, processId, at: clock.now() };
  return JSON.stringify(value);
}
