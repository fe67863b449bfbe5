import { createAccount } from '../accounts/create-account.js';
import { createKey } from '../accounts/create-key.js';
import { applyPartners } from '../partners-file/apply.js';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
import { DEMO_PARTNERS, DEMO_REQUEST } from './demo.js';
import { writeOwnerFile } from './owner-file.js';

/**
 * On an empty store: an account with a test and a live key, and a demo partnership to try them with. Of several processes that
 * start on one store, one makes them. The keys are in files before they are in the store, so that a kill in between leaves none
 * that nobody knows.
 */
export async function firstStart(services: Services): Promise<void> {
  const { store, clock, config } = services;
  const known = await store.read((db) => db.selectFrom('accounts').select('id').limit(1).executeTakeFirst());
  if (known !== undefined) return;
  const accountId = await store.write(async (tx) => {
    const claimed = await tx
      .insertInto('settings')
      .values({ name: 'first-start', value: services.processId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 0n) return undefined;
    const id = await createAccount(tx, clock, 'first account');
    const queries = new AccountQueries(tx, id);
    for (const mode of ['test', 'live'] as const) {
      const { key } = await createKey(queries, clock, { name: `first ${mode} key`, mode });
      writeOwnerFile(config.dataDir, `${mode}-key`, key);
    }
    return id;
  });
  if (accountId === undefined) return;
  writeOwnerFile(config.dataDir, 'demo-order.json', JSON.stringify(DEMO_REQUEST, undefined, 2));
  await applyPartners(services, accountId, DEMO_PARTNERS);
}
