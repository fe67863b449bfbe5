import { connect, type Socket } from 'node:net';
import ssh2, { type AuthenticationType, type ClientChannel } from 'ssh2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoginThrottle } from '../../../src/transports/receiving/login-throttle.js';
import { hashPassword } from '../../../src/transports/receiving/password.js';
import { createSftpServer } from '../../../src/transports/sftp-server/create-sftp-server.js';
import { bytesOf, keyPair, PASSWORD, pattern, type Served, serve } from '../sftp/serve.js';
import { rawClient } from './raw-client.js';

let served: Served | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await served?.close();
  served = undefined;
});

const refused = { code: 'X12_TRANSPORT_REFUSED', details: { reason: 'authentication-failed' } };

describe('logins at the server', () => {
  it('goes on though the listener of its events throws', async () => {
    served = await serve({
      onEvent: () => {
        throw new Error('listener');
      },
    });
    const session = await served.connect();
    await session.write('/a.edi', bytesOf('ISA'));
    expect(served.uploads.map(({ path }) => path)).toEqual(['/a.edi']);
  });

  it('takes a listed key only with a signature made by it', async () => {
    const [listed, other] = [keyPair(), keyPair()];
    served = await serve({}, { publicKeys: [other.public, `${listed.public} a comment`], passwordHash: undefined });
    await served.connect({ password: undefined, privateKey: listed.private });
    await expect(served.connect({ password: undefined, privateKey: keyPair().private })).rejects.toMatchObject(refused);
    const texts = () =>
      served?.events.filter(({ kind }) => kind === 'login-failed').map(({ user, text }) => [user, text]);
    await vi.waitFor(() => expect(texts()).toEqual([['ann', 'The key is none of the user.']]), 10_000);
    // A key that is listed, and a signature that another key made.
    const [mine, theirs] = [ssh2.utils.parseKey(keyPair().private), ssh2.utils.parseKey(listed.public)];
    if (mine instanceof Error || theirs instanceof Error) throw new Error('keys');
    const forged = Object.assign(Object.create(mine), { getPublicSSH: () => theirs.getPublicSSH() });
    const client = new ssh2.Client();
    const error = await new Promise<Error>((resolve, reject) => {
      client.on('ready', () => reject(new Error('logged in')));
      client.on('error', resolve);
      // The library's types know no keys that are read already.
      const method = { type: 'publickey', username: 'ann', key: forged } as unknown as AuthenticationType;
      client.connect({ host: '127.0.0.1', port: served?.port ?? 0, username: 'ann', authHandler: [method] });
    });
    expect(error).toMatchObject({ level: 'client-authentication' });
    client.destroy();
    expect(texts()?.[1]).toEqual(['ann', 'The signature is not by the key that was shown.']);
    expect(served.events.filter(({ kind }) => kind === 'login')).toHaveLength(1);
  });

  it('is offered no exchange of keys that costs much to answer, unless the operator names it', async () => {
    const dear = 'diffie-hellman-group18-sha512';
    const client = { algorithms: { kex: [dear] } };
    served = await serve();
    await expect(served.connect(client)).rejects.toMatchObject({ details: { reason: 'algorithms-differ' } });
    await served.close();
    served = await serve(client);
    await served.connect(client);
  });

  it('answers an unknown user as it answers a wrong password, and as slowly', async () => {
    const passwordHash = await hashPassword(PASSWORD);
    served = await serve({}, { passwordHash });
    // Work of the processor, not time: the machine may have others to serve.
    const workOf = async (username: string) => {
      const begin = process.cpuUsage();
      await expect(served?.connect({ username, password: 'wrong' })).rejects.toMatchObject(refused);
      return process.cpuUsage(begin).user;
    };
    await workOf('warm-up');
    const known = await workOf('ann');
    const unknown = await workOf('nobody');
    expect(unknown).toBeGreaterThan(known / 4);
    expect(known).toBeGreaterThan(unknown / 4);
  });

  it('slows down and then refuses who guesses, and tells of it', async () => {
    const throttle = new LoginThrottle({ freeFailures: 1, delay: 40, userFailures: 3, addressFailures: 100 });
    served = await serve({ throttle });
    for (let i = 0; i < 2; i++) await expect(served.connect({ password: `guess ${i}` })).rejects.toMatchObject(refused);
    const begin = performance.now();
    await expect(served.connect({ password: 'guess 3' })).rejects.toMatchObject(refused);
    expect(performance.now() - begin).toBeGreaterThan(75);
    // The right one comes too late.
    await expect(served.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^X12_TRANSPORT_/) });
    const kinds = served.events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'login-failed').length).toBeGreaterThanOrEqual(3);
    expect(kinds).toContain('throttled');
    expect(kinds).not.toContain('login');
    expect(JSON.stringify(served.events)).not.toContain('guess');
  });

  it('lets a program in that opens many sessions at once', async () => {
    // Those after the third would wait for an hour.
    served = await serve({
      throttle: new LoginThrottle({ delay: 3_600_000, maxDelay: 3_600_000 }),
      limits: { loginTimeout: 50_000 },
    });
    const { connect: login } = served;
    const sessions = await Promise.all(Array.from({ length: 8 }, () => login()));
    expect(served.events.filter(({ kind }) => kind === 'login')).toHaveLength(8);
    await Promise.all(sessions.map((session) => session.close()));
  });

  it('does not tell on a password typed as user name', async () => {
    served = await serve();
    await expect(served.connect({ username: 'hunter2 canary!', password: 'x' })).rejects.toMatchObject(refused);
    expect(JSON.stringify(served.events)).not.toContain('canary');
  });

  it('calls a broken user table a fault, and lets nobody in', async () => {
    served = await serve({
      users: async () => {
        throw new Error('table');
      },
    });
    await expect(served.connect()).rejects.toMatchObject(refused);
    expect(served.events.map(({ kind }) => kind)).toContain('fault');
  });
});

describe('connections', () => {
  it.each([
    ['says nothing', []],
    ['says half a greeting', ['SSH-2']],
    ['greets and says no more', ['SSH-2.0-slow\r\n']],
  ])('ends one that %s', async (_what, texts) => {
    served = await serve({ limits: { loginTimeout: 150 } });
    const socket = open(served.port);
    for (const text of texts) socket.write(text);
    await closed(socket);
    expect(served.events).toContainEqual(
      expect.objectContaining({ kind: 'refused', text: 'The login took too long.' }),
    );
  });

  it('ends one that drips a login for ever, and one that does nothing after it', async () => {
    served = await serve({ limits: { loginTimeout: 200 } });
    const socket = open(served.port);
    socket.write('SSH-2.0-slow\r\n');
    const drip = setInterval(() => socket.write('\0'), 10);
    await closed(socket);
    clearInterval(drip);
    await served.close();
    // The library's client takes some 160 ms until its session is open: it waits for acknowledgements, and asks for the limits.
    served = await serve({ limits: { idleTimeout: 2000 } });
    const raw = await rawClient(served);
    await new Promise<void>((resolve) => {
      raw.client.once('close', () => resolve());
    });
    expect(served.events).toContainEqual(expect.objectContaining({ text: 'Nothing was asked for too long.' }));
  });

  it('are no more than allowed, of one address and of one user', async () => {
    served = await serve({ limits: { maxConnectionsPerAddress: 3 } }, { maxSessions: 1 });
    const first = await served.connect();
    await expect(served.connect()).rejects.toMatchObject({
      code: 'X12_TRANSPORT_UNAVAILABLE',
      details: { reason: 'server-busy' },
    });
    await first.close();
    await (await served.connect()).close();
    const idle = [open(served.port), open(served.port), open(served.port)];
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
    await closed(open(served.port));
    expect(served.events).toContainEqual(
      expect.objectContaining({ kind: 'refused', address: '127.0.0.1', text: 'too many connections' }),
    );
  });

  it('give no shell, no command, no forwarding, no other subsystem', async () => {
    served = await serve();
    const { client } = await rawClient(served);
    const refusals = await Promise.all([
      failed((done) => client.shell(done)),
      failed((done) => client.exec('id', done)),
      failed((done) => client.subsys('netconf', done)),
      failed((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done)),
      failed((done) => client.forwardIn('127.0.0.1', 0, done)),
    ]);
    expect(refusals).toEqual([true, true, true, true, true]);
    client.end();
  });

  it('survive what is not SSH at all', async () => {
    served = await serve();
    for (const bytes of [pattern(100_000), Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.from('SSH-1.5-old\r\n')]) {
      const socket = open(served.port);
      socket.write(bytes);
      socket.end();
      await closed(socket);
    }
    const greeted = open(served.port);
    greeted.write('SSH-2.0-x\r\n');
    greeted.write(pattern(70_000));
    await closed(greeted);
    const files = await served.connect();
    await files.write('/a', bytesOf('still here'));
  });
});

describe('the server', () => {
  it('ends after what is under way, and leaves nothing open', async () => {
    served = await serve();
    const files = await served.connect();
    const slow = async function* () {
      for (let i = 0; i < 5; i++) {
        await new Promise((resolve) => setTimeout(resolve, 40));
        yield pattern(300_000);
      }
    };
    const writing = files.write('/a.edi', slow());
    await new Promise((resolve) => setTimeout(resolve, 60));
    await Promise.all([served.server.close({ grace: 5000 }), writing]);
    expect(served.uploads).toMatchObject([{ path: '/a.edi', size: 1_500_000 }]);
    await expect(files.stat('/a.edi')).rejects.toMatchObject({ details: { reason: 'connection-lost' } });
    await expect(served.connect()).rejects.toMatchObject({ details: { reason: 'connection-refused' } });
    expect(served.server.address()).toBeUndefined();
  });

  it('cuts off what is not done in time', async () => {
    served = await serve();
    const raw = await rawClient(served);
    await raw.open('/a.edi', 'w');
    await served.server.close({ grace: 100 });
    expect(served.uploads).toEqual([]);
  });

  it('names a host key that is missing or cannot be read', async () => {
    const users = async () => undefined;
    expect(() => createSftpServer({ hostKeys: [], users })).toThrow(/host key/);
    const server = createSftpServer({ hostKeys: ['nonsense'], users });
    await expect(server.listen({ port: 0 })).rejects.toMatchObject({
      code: 'X12_OPTION_INVALID',
      details: { option: 'hostKeys' },
    });
  });
});

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  sockets.push(socket);
  return socket;
}

function closed(socket: Socket): Promise<unknown> {
  return socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve));
}

function failed(
  call: (done: (error: Error | undefined, channel?: ClientChannel | number) => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    call((error) => resolve(error instanceof Error));
  });
}
