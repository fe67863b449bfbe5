import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from 'ediloom/transports/sftp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Arguments } from '../../src/commands/command.js';
import { SFTP_USER_COMMANDS } from '../../src/commands/sftp-users.js';
import { sftpUserRoutes } from '../../src/operations/sftp-users.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { addConnection } from '../support/deliveries.js';
import { runCommand } from '../support/run-command.js';
import { type TestApp, testApp } from '../support/test-app.js';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPgxN2o8x0Qe8Yx3YtS1kQ1w8nYcRkq0e6oZc1g0N2Yd mill@example';
const NEW = { home: '/partners/mill', description: 'The mill' };

let test: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'sftp-user-commands-'));
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

beforeAll(async () => {
  test = await testApp(sftpUserRoutes);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (name: string, args: Partial<Arguments> = {}) => runCommand(test.services, SFTP_USER_COMMANDS, name, args);
const create = async (options: Arguments['options'] = {}) =>
  (await run('sftp-users create', { options: { ...NEW, ...options } })).result as Readonly<Record<string, string>>;
const rowOf = (username = '') =>
  test.services.store.read((db) =>
    db.selectFrom('sftp_users').selectAll().where('username', '=', username).executeTakeFirst(),
  );
const actionsOn = async (objectId = '') => {
  const rows = await test.queries((queries) =>
    queries.from('audit').select(['action', 'key_id']).where('object_id', '=', objectId).execute(),
  );
  expect(rows.every(({ key_id }) => key_id === null)).toBe(true);
  return rows.map(({ action }) => action).sort();
};

describe('sftp-users', () => {
  it('create makes a user and prints the password, which nothing prints after that', async () => {
    const { shown, result } = await run('sftp-users create', { options: { ...NEW, 'password-length': '20' } });
    const { username = '', password = '' } = result as Readonly<Record<string, string>>;
    expect(shown).toMatch(/^username +[A-Z0-9]{20}$/m);
    expect(shown).toMatch(/^password +[A-Za-z0-9]{20}$/m);
    expect(shown).toMatch(/^endpoint +sftp\.example\.com$/m);
    const row = await rowOf(username);
    expect(row).toMatchObject({ mode: 'live', bucket: `${test.accountId.toLowerCase()}-sftp` });
    expect(await verifyPassword(password, row?.password_hash ?? undefined)).toBe(true);
    const others = [
      await run('sftp-users'),
      await run('sftp-users list'),
      await run('sftp-users show', { positionals: [username] }),
      await run('sftp-users update', { positionals: [username], options: { description: 'x' } }),
    ];
    for (const other of others) expect(JSON.stringify(other)).not.toContain(password);
    expect(await actionsOn(username)).toEqual(['create', 'update']);
    expect(await actionsOn(row?.bucket)).toEqual(['create']);
  });

  it('lists and shows users of both modes, and what they log in by', async () => {
    const path = fileOf('two.pub', `# the mill\n${KEY}\n\n${KEY} again\n`);
    const { username = '', ...made } = await create({ mode: 'test', 'public-key': path, 'keys-only': true });
    expect(made).not.toHaveProperty('password');
    const listed = (await run('sftp-users')).shown;
    expect(listed).toMatch(
      new RegExp(`^${username}  test  never logged in  \\S+-sftp-test:/partners/mill  The mill$`, 'm'),
    );
    const { shown } = await run('sftp-users show', { positionals: [username] });
    expect(shown).toMatch(/^password +none$/m);
    expect(shown).toMatch(/^publicKeys +ssh-ed25519, ssh-ed25519$/m);
    expect(shown).toMatch(/^mode +test$/m);
    await test.queries((queries) =>
      queries.update('sftp_users').set({ last_connected_at: 0 }).where('username', '=', username).execute(),
    );
    expect((await run('sftp-users')).shown).toContain(`${username}  test  logged in 1970-01-01T00:00:00.000Z`);
  });

  it('update changes what is said, reset-password the password; sessions in this process are told', async () => {
    await test.queries((queries) => createBucket(queries, test.clock, { name: 'moved-to' }));
    const told: string[] = [];
    const leave = test.services.userChanges.listen((username) => void told.push(username));
    const { username = '', password = '' } = await create();
    const positionals = [username];
    const options = { home: '/b', bucket: 'moved-to', 'public-key': fileOf('mill.pub', KEY) };
    expect((await run('sftp-users update', { positionals, options })).shown).toBe(`${username} is changed`);
    expect(await rowOf(username)).toMatchObject({
      ...{ home_directory: '/b', bucket: 'moved-to', description: 'The mill', public_keys: JSON.stringify([KEY]) },
    });
    const reset = (await run('sftp-users reset-password', { positionals })).result as { readonly password: string };
    expect(reset.password).toMatch(/^[A-Za-z0-9]{16}$/);
    const hash = (await rowOf(username))?.password_hash ?? undefined;
    expect(await verifyPassword(reset.password, hash)).toBe(true);
    expect(await verifyPassword(password, hash)).toBe(false);
    expect(told).toEqual([username, username]);
    await run('sftp-users delete', { positionals });
    expect(await rowOf(username)).toBeUndefined();
    expect(told).toHaveLength(3);
    leave();
    expect(await actionsOn(username)).toEqual(['create', 'delete', 'reset-password', 'update']);
  });

  it.each([
    ['create', { home: 'partners/mill' }, '--home must be a path from the root, as /partners/acme'],
    ['create', { home: '/a/../b' }, '--home must be a path such as /partners/acme, without'],
    ['create', { description: 'a.b' }, '--description must be letters, digits, blanks'],
    ['create', { bucket: 'Upper' }, '--bucket must be'],
    [
      'create',
      { bucket: 'no-such-bucket' },
      '--bucket must be the name of a bucket of yours. Create it first, or name none.',
    ],
    ['create', { mode: 'production' }, '--mode is test or live.'],
    ['create', { 'password-length': '15' }, '--password-length is a whole number from 16 to 128.'],
    ['create', { 'keys-only': true }, '--keys-only wants --public-key FILE'],
    ['create', { home: '' }, '--home is missing'],
    ['create', { description: '' }, '--description is missing'],
    ['create', { 'public-key': '/no/such/file' }, 'The file of --public-key cannot be read.'],
    ['update', {}, 'Say what to change: --home, --description, --bucket or --public-key.'],
    ['update', { home: 'x' }, '--home must be a path from the root'],
    ['update', { bucket: 'no-such-bucket' }, '--bucket must be the name of a bucket of yours'],
    ['reset-password', { 'password-length': 'x' }, '--password-length is a whole number'],
  ] as const)('%s says what is wrong by the name of its option: %j', async (name, options, text) => {
    const positionals = name === 'create' ? [] : [(await create()).username ?? ''];
    const given = name === 'create' ? { ...NEW, ...options } : options;
    const failed = run(`sftp-users ${name}`, { positionals, options: given });
    await expect(failed).rejects.toMatchObject({ name: 'UsageError', message: expect.stringContaining(text) });
    await expect(failed).rejects.not.toMatchObject({
      message: expect.stringMatching(/\/(homeDirectory|bucketName|description)/),
    });
  });

  it.each([
    ['what is no key', 'hello\n', '--public-key must be lines in the form of OpenSSH'],
    ['nothing', '# none\n', 'must have lines such as ssh-ed25519'],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nx\n', 'has a private key, which stays with its owner'],
  ])('refuses a file of keys with %s', async (_, text, words) => {
    await expect(create({ 'public-key': fileOf('wrong.pub', text) })).rejects.toMatchObject({
      ...{ name: 'UsageError', message: expect.stringContaining(words) },
    });
  });

  it('refuses names that nobody has, and what a connection needs', async () => {
    for (const name of ['show', 'delete', 'reset-password']) {
      await expect(run(`sftp-users ${name}`, { positionals: ['NOBODY'] })).rejects.toThrow(
        'There is no such SFTP user. `ediloom-server sftp-users` lists them.',
      );
      await expect(run(`sftp-users ${name}`)).rejects.toThrow(`sftp-users ${name} takes the name of one user.`);
    }
    const { username = '', bucketName } = await create();
    const settings = { bucketName, username, parentDirectory: 'partners/mill', inboundSubdirectory: 'in' };
    const { id } = await addConnection(test.services, 'hosted-sftp', settings, { account_id: test.accountId });
    for (const [name, options] of [
      ['delete', {}],
      ['update', { home: '/x' }],
    ] as const) {
      await expect(run(`sftp-users ${name}`, { positionals: [username], options })).rejects.toMatchObject({
        ...{ kind: 'conflict', errors: [{ message: expect.stringContaining(id) }] },
      });
    }
  });
});
