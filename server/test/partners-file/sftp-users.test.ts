import { hashPassword } from 'ediloom/transports/sftp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyPartners } from '../../src/partners-file/apply.js';
import { exportPartners } from '../../src/partners-file/export.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { createSftpUser } from '../../src/resources/sftp-users/rows.js';
import { partnersApp } from '../support/partners-app.js';
import type { TestApp } from '../support/test-app.js';

const MILL = { username: 'MILL', description: 'The mill', bucketName: 'mill-files', homeDirectory: '/mill' };
const FILE = { buckets: [{ bucketName: 'mill-files' }], sftpUsers: [MILL] };

let test: TestApp;
beforeAll(async () => {
  test = await partnersApp();
  await applyPartners(test.services, test.accountId, FILE);
});
afterAll(() => test.close());

it('a file has nothing of what test keys have made: it is not exported, and its names are taken', async () => {
  await test.queries(async (queries) => {
    await createBucket(queries, test.clock, { name: 'trials', mode: 'test' });
    const trial = { username: 'TRIAL', mode: 'test', description: '', bucket: 'trials', homeDirectory: '/' } as const;
    await createSftpUser(queries, test.clock, trial);
  });
  expect(await exportPartners(test.services, test.accountId)).toMatchObject(FILE);
  const again = { ...FILE, sftpUsers: [{ ...MILL, username: 'TRIAL' }] };
  await expect(applyPartners(test.services, test.accountId, again)).rejects.toMatchObject({ kind: 'conflict' });
  const moved = { ...FILE, sftpUsers: [{ ...MILL, bucketName: 'trials' }] };
  await expect(applyPartners(test.services, test.accountId, moved)).rejects.toMatchObject({
    ...{ kind: 'invalid', errors: [{ path: '/sftpUsers/0/bucketName' }] },
  });
});

it('passwords have 16 to 128 characters; a shorter one that a user has already stays', async () => {
  const withPassword = (password: string) => ({ ...FILE, sftpUsers: [{ ...MILL, password }] });
  for (const wrong of ['fifteen letters', 'x'.repeat(129), '\u{1f600}'.repeat(15)]) {
    for (const dryRun of [true, false]) {
      await expect(applyPartners(test.services, test.accountId, withPassword(wrong), { dryRun })).rejects.toMatchObject(
        {
          kind: 'invalid',
          message: '/sftpUsers/0: The password of an SFTP user has 16 to 128 characters. Choose another.',
          errors: [{ path: '/sftpUsers/0/password' }],
        },
      );
    }
  }
  const actions = async (password: string) => {
    const { changes } = await applyPartners(test.services, test.accountId, withPassword(password));
    return changes.filter(({ kind }) => kind === 'sftp-user').map(({ action }) => action);
  };
  expect(await actions('sixteen letters.')).toEqual(['changed']);
  const old = await hashPassword('short');
  await test.queries((queries) =>
    queries.update('sftp_users').set({ password_hash: old }).where('username', '=', 'MILL').execute(),
  );
  expect(await actions('short')).toEqual(['unchanged']);
  expect(await actions('x'.repeat(128))).toEqual(['changed']);
});

it('sessions of a user are ended whom a file changes, and of none whom it would only change', async () => {
  const told: string[] = [];
  const leave = test.services.userChanges.listen((username) => void told.push(username));
  const moved = { ...FILE, sftpUsers: [{ ...MILL, homeDirectory: '/mill/files' }] };
  await applyPartners(test.services, test.accountId, moved, { dryRun: true });
  await applyPartners(test.services, test.accountId, FILE);
  expect(told).toEqual([]);
  await applyPartners(test.services, test.accountId, moved);
  await applyPartners(test.services, test.accountId, moved);
  expect(told).toEqual(['MILL']);
  leave();
});
