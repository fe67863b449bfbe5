import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readOwnerFile } from '../../src/owner-file.js';
import type { RunningServer } from '../../src/start/start-server.js';
import { type Generated, generate, type Home, newHome, untilStatus } from '../backup/home.js';

let folder: string;
let file: string;
let home: Home;
let live: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ediloom-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'partner', 'out'), { recursive: true });
  file = join(folder, 'connections.json');
  home = await newHome({ OPERATOR_CONNECTIONS: file });
});

const write = (...connections: readonly object[]): void => writeFileSync(file, JSON.stringify({ connections }));
const partner = (members: object = {}) => ({
  ...{ connectionType: 'folder', name: 'partner folder', root: join(folder, 'partner'), outboundSubdirectory: 'out' },
  ...members,
});

async function start(): Promise<RunningServer> {
  const server = await home.start();
  live = readOwnerFile(home.dataDir, 'live-key') ?? '';
  return server;
}

async function call(server: RunningServer, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/2022-01-01${path}`, {
    method,
    headers: { authorization: live, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

interface Folder {
  readonly connectionId: string;
  readonly enabled: boolean;
}

async function folders(server: RunningServer): Promise<readonly Folder[]> {
  return (await call(server, 'GET', '/x12/partnerships/demo/connections')).body.folders;
}

/** Lets the orders of the demo go over the folder. */
async function sendOver(server: RunningServer, connectionId: string): Promise<void> {
  const path = '/x12/partnerships/demo/outbound-transactions/demo-850';
  const { body } = await call(server, 'GET', path);
  const { release, transactionSetIdentifier, guideId } = body;
  const changed = await call(server, 'PUT', path, {
    ...{ release, transactionSetIdentifier, guideId },
    connection: { connectionId },
  });
  expect(changed.status).toBe(200);
}

const order = (server: RunningServer, filename: string): Promise<Generated> => generate(server.url, live, 1, filename);

it('makes connections that settings may name and files go over, and that nobody changes over HTTP', async () => {
  write(partner({ partnershipId: 'demo' }));
  const server = await start();
  const [shown] = await folders(server);
  expect(shown).toMatchObject({ name: 'partner folder', connectionType: 'folder', enabled: true, test: false });
  expect(JSON.stringify(shown), 'where it is, is the operator’s').not.toContain(folder);
  const connectionId = shown?.connectionId ?? '';
  await sendOver(server, connectionId);
  const { body, status } = await order(server, 'over-the-folder.edi');
  expect(status).toBe(200);
  await untilStatus(server.url, live, body.fileExecutionId ?? '', 'COMPLETED');
  const path = join(folder, 'partner', 'out', 'over-the-folder.edi');
  expect(readFileSync(path, 'utf8')).toBe(body.edi);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o640);
  for (const kind of ['folder', 'folders', 'buckets', 'remote-ftp']) {
    const one = `/x12/partnerships/demo/connections/${kind}/${connectionId}`;
    expect((await call(server, 'DELETE', one)).status).toBeGreaterThanOrEqual(403);
    expect((await call(server, 'PUT', one, { name: 'x' })).status).toBeGreaterThanOrEqual(400);
  }
  expect(await folders(server)).toHaveLength(1);
});

it('are kept as they are at the next start, changed with the file, and told to who sends when they are gone from it', async () => {
  write(partner());
  let server = await start();
  const list = async () => (await call(server, 'GET', '/global-connections')).body.items as readonly Folder[];
  const [made] = await list();
  const connectionId = made?.connectionId ?? '';
  await sendOver(server, connectionId);
  await server.close();

  server = await start();
  expect(await list()).toEqual([made]);
  await server.close();

  mkdirSync(join(folder, 'other'));
  write(partner({ root: join(folder, 'other'), outboundSubdirectory: undefined }), partner({ name: 'second' }));
  server = await start();
  expect((await list()).map((one) => one.connectionId)).toContain(connectionId);
  const { body } = await order(server, 'elsewhere.edi');
  await untilStatus(server.url, live, body.fileExecutionId ?? '', 'COMPLETED');
  expect(readFileSync(join(folder, 'other', 'elsewhere.edi'), 'utf8')).toBe(body.edi);
  await server.close();

  write();
  server = await start();
  // Nothing referred to the second one; the first is still named by a setting.
  expect(await list()).toMatchObject([{ connectionId, enabled: false }]);
  const refused = await order(server, 'nowhere.edi');
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_CONFIGURATION' } });
  expect(JSON.stringify(refused.body)).toContain("not there any more, in the operator's file of connections");
  await server.close();

  write(partner());
  server = await start();
  expect(await list()).toMatchObject([{ connectionId, enabled: true }]);
});

it.each<[string, () => void, string]>([
  ['is not there', () => rmSync(file, { force: true }), 'it cannot be read'],
  ['is not JSON', () => writeFileSync(file, '{\n  "connections": [,]\n}'), 'line 2, column 19'],
  [
    'is empty',
    () => writeFileSync(file, '\n'),
    'it should hold one object with the list of connections: {"connections"',
  ],
  ['is an empty object', () => writeFileSync(file, '{}'), 'it should hold one object'],
  ['is a list', () => writeFileSync(file, '[]'), 'for none, {"connections": []}'],
  ['has no connections', () => writeFileSync(file, '{"$schema":"x"}'), 'connections'],
  ['names another kind', () => write(partner({ connectionType: 'bucket' })), '/connections/0/connectionType'],
  ['lacks a root', () => write(partner({ root: undefined })), '/connections/0'],
  ['has a member that nobody knows', () => write(partner({ rot: 'x' })), 'rot'],
  ['has a relative root', () => write(partner({ root: 'partner' })), '/connections/0/root'],
  [
    'leads upwards',
    () => write(partner(), partner({ outboundSubdirectory: '../x' })),
    '/connections/1/outboundSubdirectory',
  ],
  [
    'leads out by a link',
    () => {
      symlinkSync(tmpdir(), join(folder, 'partner', 'away'));
      write(partner({ outboundSubdirectory: 'away' }));
    },
    '/connections/0/outboundSubdirectory',
  ],
  [
    'picks up where it delivers',
    () => write(partner({ inboundSubdirectory: '/out/' })),
    '/connections/0/inboundSubdirectory',
  ],
  [
    'picks up by a link where it delivers',
    () => {
      symlinkSync(join(folder, 'partner', 'out'), join(folder, 'partner', 'in'));
      write(partner({ inboundSubdirectory: 'in' }));
    },
    '/connections/0/inboundSubdirectory',
  ],
  ...['.hidden', 'out/.hidden', 'out.', 'out ', 'con', 'NUL.x', 'a:b'].map((name): [string, () => void, string] => [
    `names the directory ${name}`,
    () => write(partner({ outboundSubdirectory: name })),
    '/connections/0/outboundSubdirectory',
  ]),
  ['names the data folder', () => write(partner({ root: home.dataDir })), '/connections/0/root'],
  [
    'names a folder in the data folder',
    () => write(partner({ root: join(home.dataDir, 'objects') })),
    '/connections/0/root',
  ],
  ['names a folder around the data folder', () => write(partner({ root: tmpdir() })), '/connections/0/root'],
  ['names a file', () => write(partner({ root: file })), '/connections/0/root'],
  ['names an account that is not there', () => write(partner({ account: 'none' })), '/connections/0/account'],
  [
    'names a partnership that is not there',
    () => write(partner({ partnershipId: 'none' })),
    '/connections/0/partnershipId',
  ],
  ['has one name twice', () => write(partner(), partner()), '/connections/1/name'],
])('ends the start where the file %s, and says where', async (_, prepare, where) => {
  prepare();
  await expect(start()).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^OPERATOR_CONNECTIONS \(.*connections\.json\): /),
  });
  await expect(start()).rejects.toMatchObject({ message: expect.stringContaining(where) });
});

it('starts where a directory is not there yet, as a volume may be mounted later', async () => {
  write(partner({ root: join(folder, 'unmounted') }));
  const server = await start();
  expect((await call(server, 'GET', '/global-connections')).body.items).toHaveLength(1);
});

it('is shown as an example in the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(\{\s*"connections"[\s\S]*?)```/.exec(readme) ?? [];
  const { connections } = JSON.parse(example);
  expect(connections[0]).toMatchObject({ connectionType: 'folder' });
});
