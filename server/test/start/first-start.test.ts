import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Services } from '../../src/exchange/services.js';
import { dropAbandonedFiles, makeOwnerFile, readOwnerFile, writeOwnerFile } from '../../src/owner-file.js';
import { createGuideLibrary } from '../../src/resources/guides/create-guide-library.js';
import { firstStart } from '../../src/start/first-start.js';
import { greetingOf } from '../../src/start/greeting.js';
import { sharedCustomerCode } from '../support/shared-customer-code.js';
import { isOnPostgres } from '../support/store-factory.js';
import { testServices } from '../support/test-services.js';

async function startable() {
  const test = await testServices({
    parts: ({ clock, store, heavyTurns }) => ({
      guides: createGuideLibrary({ clock, store, heavyTurns }),
      customerCode: sharedCustomerCode(clock),
    }),
  });
  onTestFinished(test.close);
  return test;
}

const namesOf = ({ store }: Services) =>
  store.read(async (db) => ({
    accounts: (await db.selectFrom('accounts').select('id').execute()).length,
    partnerships: (await db.selectFrom('partnerships').select('partnership_id').execute()).map(
      (row) => row.partnership_id,
    ),
  }));

it('makes one account and the demo, and nothing more when it comes again', async () => {
  const { services } = await startable();
  await firstStart(services);
  await firstStart(services);
  expect(await namesOf(services)).toEqual({ accounts: 1, partnerships: ['demo'] });
  expect(greetingOf('http://x', services.config)).toContain(
    "curl -s 'http://x/2023-08-01/executions?businessIdentifier=PO-1001' -H \"Authorization: $(cat ",
  );
});

it('is ended by a later start where the process was killed after the account was there', async () => {
  const { services, clock } = await startable();
  const broken = { ...services, guides: undefined as never };
  await expect(firstStart(broken)).rejects.toThrow();
  expect(await namesOf(services)).toEqual({ accounts: 1, partnerships: [] });
  if (isOnPostgres) {
    await firstStart(services);
    expect((await namesOf(services)).partnerships, 'another process may still be at it').toEqual([]);
    clock.advance(30_000);
  }
  await firstStart(services);
  expect(await namesOf(services)).toEqual({ accounts: 1, partnerships: ['demo'] });
});

it('of several processes at the same time is made by one; the others say how to come by a key', async () => {
  const { services } = await startable();
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-second-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const second = { ...services, processId: 'second', config: { ...services.config, dataDir: folder } };
  await Promise.all([firstStart(services), firstStart(second)]);
  expect(await namesOf(services)).toEqual({ accounts: 1, partnerships: ['demo'] });
  const withKeys = [services, second].filter(({ config }) => readOwnerFile(config.dataDir, 'test-key') !== undefined);
  expect(withKeys).toHaveLength(1);
  const other = withKeys[0] === second ? services : second;
  expect(greetingOf('http://x', other.config)).toContain('keys create');
});

it('writes its files whole, and removes those of processes that were killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeOwnerFile(folder, 'url', 'http://one');
  writeOwnerFile(folder, 'url', 'http://two');
  makeOwnerFile(folder, 'admin-token', 'first');
  makeOwnerFile(folder, 'admin-token', 'second');
  expect([readOwnerFile(folder, 'url'), readFileSync(join(folder, 'admin-token'), 'utf8')]).toEqual([
    'http://two',
    'first\n',
  ]);
  const left = ['master.key.12-0011aabb', 'test-key.7-00000000'];
  for (const name of left) writeFileSync(join(folder, name), '');
  dropAbandonedFiles(folder, Date.now() + 50_000);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(left));
  utimesSync(join(folder, 'test-key.7-00000000'), 0, 0);
  dropAbandonedFiles(folder, Date.now());
  expect(readdirSync(folder).sort()).toEqual(['admin-token', 'master.key.12-0011aabb', 'url']);
});
