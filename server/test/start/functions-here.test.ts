import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processesOf } from '../storm/what-is-left.js';
import { launchServer, type ServerProcess } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { until } from '../support/test-jobs.js';

/** A machine, as far as a process can see, on which nobody gets a namespace: what begins behind it is that of an ordinary user. */
const NO_NAMESPACES = [
  ...['unshare', '--user', '--map-root-user', 'sh', '-c'],
  'for one in user mnt pid net; do echo 0 > /proc/sys/user/max_"$one"_namespaces; done; exec "$@"',
  'sh',
];
const canDeny = spawnSync(NO_NAMESPACES[0] ?? '', [...NO_NAMESPACES.slice(1), 'true']).status === 0;

const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;

const QUIET = { SFTP_PORT: 'off', AS2_PORT: 'off' };

async function started(settings: Readonly<Record<string, string>>, around: readonly string[]): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'here-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { main } = await sharedServer();
  const server = await launchServer(main, home, { ...QUIET, ...settings }, [], around).ready;
  if (server === undefined) throw new Error('It did not start.');
  onTestFinished(() => server.kill());
  return server;
}

const asks = ({ url, testKey }: ServerProcess, code = 'exports.handler = () => 1;') => {
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${url}/2021-11-16/functions${path}`, {
      ...{ method, body: body === undefined ? null : JSON.stringify(body) },
      headers: { authorization: testKey, 'content-type': 'application/json' },
    });
  return {
    create: () => ask('POST', '', { functionName: 'one', code, timeout: 30 }),
    update: () => ask('PUT', '/one', { timeout: 4 }),
    invoke: () => ask('POST', '/one/invocations', {}),
  };
};

describe.skipIf(!canDeny)('on a machine that makes no boxes', () => {
  it('functions are off, and it is told why', { timeout: 60_000 }, async () => {
    const server = await started({ FUNCTIONS_ISOLATION: 'box' }, NO_NAMESPACES);
    const { functions } = (await (await fetch(`${server.url}/health`)).json()) as { functions: { why: string } };
    expect(functions).toEqual({ isolation: 'unavailable', why: expect.stringContaining('unshare') });
    expect(server.output()).toContain('functions are off, see why');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('ediloom_functions_isolation{isolation="unavailable"} 1');
    const { create, update, invoke } = asks(server);
    const answer = await create();
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('Functions are off')]);
    // What is not there is not there on any machine.
    for (const ask of [update, invoke]) expect((await ask()).status).toBe(404);
  });

  it('they run without where the operator says so, and that is told', { timeout: 60_000 }, async () => {
    const server = await started({ FUNCTIONS_ISOLATION: 'none' }, NO_NAMESPACES);
    const { functions } = (await (await fetch(`${server.url}/health`)).json()) as { functions: object };
    expect(functions).toEqual({ isolation: 'none' });
    expect(server.output()).toContain('FUNCTIONS_ISOLATION=none: functions of customers run as this user');
    const { create, invoke } = asks(server);
    expect((await create()).status).toBe(201);
    expect(await (await invoke()).json()).toBe(1);
  });
});

it.runIf(hasSetpriv)(
  'a function that never ends does so with its server, also without a box',
  { timeout: 60_000 },
  async () => {
    const server = await started({ FUNCTIONS_ISOLATION: 'none' }, []);
    const { create, invoke } = asks(server, 'exports.handler = () => { for (;;); };');
    expect((await create()).status).toBe(201);
    const answer = invoke().catch(() => undefined);
    const running = () => processesOf(join(server.dataDir, 'functions'));
    await until(() => running().length > 0);
    await server.kill();
    await answer;
    await until(() => running().length === 0);
  },
);

it('functions are off where the operator says so', { timeout: 60_000 }, async () => {
  const server = await started({ FUNCTIONS_ISOLATION: 'off' }, []);
  const { functions } = (await (await fetch(`${server.url}/health`)).json()) as { functions: object };
  expect(functions).toEqual({ isolation: 'off' });
  const answer = await asks(server).create();
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('operator')]);
});

it('a signal opens no door for debuggers', { timeout: 60_000 }, async () => {
  const server = await started({}, []);
  // Where Node.js would open one.
  const isOpen = () =>
    new Promise((resolve) => {
      const socket = connect(9229, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
  const before = await isOpen();
  server.child.kill('SIGUSR1');
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await isOpen()).toBe(before);
  expect(server.output()).not.toContain('Debugger');
});
