import { loadGuide } from 'ediloom/guides';
import { onTestFinished } from 'vitest';
import type { Services } from '../../src/exchange/services.js';
import { ROUTES } from '../../src/operations/operations.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { createGuideLibrary } from '../../src/resources/guides/create-guide-library.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { partnerRows } from './partner-rows.js';
import { sharedCustomerCode } from './shared-customer-code.js';
import { openTestStore } from './store-factory.js';
import { type TestApp, testApp } from './test-app.js';

type Parts = (built: Services) => Partial<Services>;

/** The EDI platform over a store, artifacts and guides as they are; jobs are written down and not done. For one test. */
export async function coreApp(parts?: Parts): Promise<TestApp> {
  const [test, close] = await openCore(parts);
  onTestFinished(close);
  return test;
}

/** The same for all tests of a file: to be called in `beforeAll`, and closed in `afterAll`. */
export async function coreAppForFile(parts?: Parts): Promise<TestApp> {
  const [test, close] = await openCore(parts);
  return { ...test, close };
}

async function openCore(parts: Parts = () => ({})): Promise<readonly [TestApp, () => Promise<void>]> {
  const { store, close } = await openTestStore();
  const test = await testApp(
    ROUTES.filter(({ family }) => family === 'core'),
    { store, parts: (built) => ({ ...coreParts(built), ...parts(built) }) },
  );
  const guide = await loadGuide('850-004010');
  await test.queries((queries) => partnerRows(queries, guide));
  const closeAll = async (): Promise<void> => {
    await test.close();
    await close();
  };
  return [test, closeAll];
}

function coreParts({ store, clock, heavyTurns }: Services): Partial<Services> {
  return {
    guides: createGuideLibrary({ clock, store, heavyTurns }),
    controlNumbers: createControlNumberTable({ store, clock }),
    customerCode: sharedCustomerCode(clock),
  };
}

/** Rows of a table of the first account. */
export function rowsOf<Table extends 'executions' | 'transactions' | 'artifacts' | 'jobs' | 'audit'>(
  { services, accountId }: TestApp,
  table: Table,
) {
  return services.store.read((db) => new AccountQueries(db, accountId).from(table).selectAll().execute());
}
