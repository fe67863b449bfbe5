import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createControlNumberTable } from '../../src/exchange/create-control-number-table.js';
import { createGuideLibrary } from '../../src/exchange/create-guide-library.js';
import { routes } from '../../src/families/core/index.js';
import { createArtifacts } from '../../src/objects/create-artifacts.js';
import { folderObjects } from '../../src/objects/folder-objects.js';
import { createSecrets } from '../../src/secrets/create-secrets.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import type { Services } from '../../src/services.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { createCustomerCode } from '../../src/worker/create-customer-code.js';
import { partnerRows } from './partner-rows.js';
import { openTestStore } from './store-factory.js';
import { type TestApp, testApp } from './test-app.js';

/** The EDI platform over a store, artifacts and guides as they are; jobs are written down and not done. */
export async function coreApp(parts: (built: Services) => Partial<Services> = () => ({})): Promise<TestApp> {
  const { store, close } = await openTestStore();
  const test = await testApp(routes, { store, parts: (built) => ({ ...coreParts(built), ...parts(built) }) });
  await test.queries(partnerRows);
  onTestFinished(async () => {
    await test.services.customerCode.close();
    await test.close();
    await close();
  });
  return test;
}

function coreParts({ store, clock, config }: Services): Partial<Services> {
  const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 7).toString('base64'), folder: config.dataDir });
  const objects = folderObjects({ folder: join(config.dataDir, 'objects') });
  return {
    objects,
    secrets: createSecrets({ keys, clock }),
    artifacts: createArtifacts({ objects, keys, encrypt: false, clock, retentionDays: undefined }),
    guides: createGuideLibrary({ clock }),
    controlNumbers: createControlNumberTable({ store, clock }),
    customerCode: createCustomerCode({ clock, workers: 1 }),
  };
}

/** Rows of a table of the first account. */
export function rowsOf<Table extends 'executions' | 'transactions' | 'artifacts' | 'jobs' | 'audit'>(
  { services, accountId }: TestApp,
  table: Table,
) {
  return services.store.read((db) => new AccountQueries(db, accountId).from(table).selectAll().execute());
}
