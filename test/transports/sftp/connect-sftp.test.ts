import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import ssh2 from 'ssh2';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { algorithmsOf } from '../../../src/transports/sftp/algorithms.js';
import { connectSftp } from '../../../src/transports/sftp/connect-sftp.js';
import { lockedKey, madeRsaKey } from '../costly-keys.js';
import { claimPacketRoom } from './send-packets.js';
import { keyPair, PASSWORD, type Served, serve } from './serve.js';

const closing: (() => Promise<unknown>)[] = [];
let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
  await Promise.all(closing.splice(0).map((close) => close()));
});

function fingerprintOf(publicKey: string): string {
  const [, base64 = ''] = publicKey.split(' ');
  return `SHA256:${createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64').replace(/=+$/, '')}`;
}

describe('host keys', () => {
  it('takes no pin that is cut off or of another form: every server would seem another', () => {
    const whole = keyPair().public;
    const [type, key = ''] = whole.split(' ');
    const cut = `[sftp.example]:22 ${type} ${key.slice(0, 40)}`;
    for (const pin of [cut, `${type} ${key}AAAA`, 'MD5:16:27:ac:a5', fingerprintOf(whole).slice(7)]) {
      expect(() => connectSftp({ host: 'a', username: 'ann', hostKeys: [whole, pin] })).toThrow(
        expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'hostKeys' } }),
      );
    }
    // A line of known_hosts as it stands is one.
    expect(() => connectSftp({ host: 'a', username: 'ann', hostKeys: [`sftp.example ${whole} ann`] })).not.toThrow();
  });

  it('takes a pin as public key, as fingerprint, and with its type', async () => {
    served = await serve();
    const fingerprint = fingerprintOf(served.hostKey);
    for (const pin of [served.hostKey, fingerprint, `ssh-ed25519 ${fingerprint}`]) {
      const files = await served.connect({ hostKeys: [fingerprintOf(keyPair().public), pin] });
      expect(files.facts.hostKey).toBe(`ssh-ed25519 ${fingerprint}`);
    }
  });

  it('refuses another key than the pinned one, says which it saw, and sends no password', async () => {
    served = await serve();
    const error = await failure(served.connect({ hostKeys: [keyPair().public] }));
    expect(error).toMatchObject({ code: 'X12_TRANSPORT_REFUSED', details: { reason: 'host-key-differs' } });
    expect(error.message).toContain(fingerprintOf(served.hostKey));
    expect(served.events.map(({ kind }) => kind)).not.toContain('login');
  });

  it('refuses a server without any pin, unless told to take every one', async () => {
    served = await serve();
    const error = await failure(served.connect({ hostKeys: [] }));
    expect(error).toMatchObject({
      details: {
        reason: 'host-key-unknown',
        facts: { hostKey: expect.stringContaining(fingerprintOf(served.hostKey)) },
      },
    });
    await served.connect({ hostKeys: [], hostKeyPolicy: 'insecure' });
  });

  it('keeps the first key it sees where told so, and holds on to it', async () => {
    served = await serve();
    const kept: string[] = [];
    const store = {
      read: async () => kept,
      add: async (_server: string, key: string) => {
        kept.push(key);
      },
    };
    const options = { hostKeys: [], hostKeyPolicy: 'accept-new', hostKeyStore: store } as const;
    await served.connect(options);
    await served.connect(options);
    expect(kept).toEqual([`ssh-ed25519 ${fingerprintOf(served.hostKey)}`]);
    kept[0] = `ssh-ed25519 ${fingerprintOf(keyPair().public)}`;
    expect(await failure(served.connect(options))).toMatchObject({ details: { reason: 'host-key-differs' } });
  });

  it('finds the pinned key of a server that shows another one first', async () => {
    const ecdsa = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
    served = await serve({ hostKeys: [keyPair().private, ecdsa.private] });
    const files = await served.connect({ hostKeys: [fingerprintOf(ecdsa.public)] });
    expect(files.facts.hostKey).toMatch(/^ecdsa-sha2-nistp256 /);
    await served.connect({ hostKeys: [`ecdsa-sha2-nistp256 ${fingerprintOf(ecdsa.public)}`] });
    expect(served.events.filter(({ kind }) => kind === 'login')).toHaveLength(2);
  });
});

describe('logins', () => {
  it('logs in with a key, and with one that a passphrase opens', async () => {
    const [plain, locked] = [keyPair(), keyPair('open sesame')];
    served = await serve({}, { passwordHash: undefined, publicKeys: [plain.public, locked.public] });
    await served.connect({ password: undefined, privateKey: plain.private });
    await served.connect({ password: undefined, privateKey: locked.private, passphrase: 'open sesame' });
    const wrong = await failure(served.connect({ privateKey: locked.private, passphrase: 'open barley' }));
    expect(wrong).toMatchObject({ code: 'X12_CONNECTION_INVALID', details: { option: 'passphrase' } });
    expect(wrong.message).not.toContain('barley');
    expect(await failure(served.connect({ privateKey: 'nonsense' }))).toMatchObject({
      details: { option: 'privateKey' },
    });
    expect(await failure(served.connect({ password: undefined, privateKey: keyPair().private }))).toMatchObject({
      details: { reason: 'authentication-failed' },
    });
  });

  it('names a public key in place of the private one, and a login without either', async () => {
    served = await serve();
    const error = await failure(served.connect({ password: undefined, privateKey: keyPair().public }));
    expect(error).toMatchObject({ code: 'X12_CONNECTION_INVALID', details: { option: 'privateKey' } });
    expect(error.message).toContain('public key');
    const bare = await failure(served.connect({ password: undefined }));
    expect(bare.message).toMatch(/without a password or key: .*refused the login/);
  });

  it('names an algorithm that there is not, in place of saying that none is common', async () => {
    served = await serve();
    const error = await failure(served.connect({ algorithms: { cipher: ['aes128-nope'] } }));
    expect(error).toMatchObject({ code: 'X12_CONNECTION_INVALID', details: { option: 'algorithms' } });
    expect(error.message).toContain('aes128-nope');
  });

  it.each(['220 FTP ready\r\n', 'HTTP/1.1 400 Bad Request\r\n\r\n'])(
    'tells the port of another protocol: %j',
    async (greeting) => {
      const other = createServer((socket) => socket.on('error', () => {}).write(greeting));
      onTestFinished(() => void other.close());
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as { readonly port: number };
      const options = { host: '127.0.0.1', port, username: 'ann', password: 'x', readyTimeout: 60_000 };
      expect(await failure(connectSftp(options)())).toMatchObject({ details: { reason: 'protocol-broken' } });
    },
  );

  it('takes no private key that would keep the process busy: of many rounds, too large, or unsound', async () => {
    served = await serve();
    for (const [privateKey, passphrase] of [
      [lockedKey(33), 'open sesame'],
      [`\r\n${lockedKey(33, 'base64url').replaceAll('\n', '\r\n')}`, 'open sesame'],
      [madeRsaKey(1025, 1025), undefined],
      [madeRsaKey(256, 300), undefined],
    ]) {
      const error = await failure(served.connect({ password: undefined, privateKey, passphrase }));
      expect(error).toMatchObject({ code: 'X12_CONNECTION_INVALID', details: { option: 'privateKey' } });
    }
    // One that is made by hand at that bound is read, and is another's.
    expect(await failure(served.connect({ privateKey: lockedKey(1), passphrase: 'open sesame' }))).toMatchObject({
      details: { option: 'passphrase' },
    });
  });

  it('never exchanges keys over a group that the server makes up', async () => {
    for (const preset of ['modern', 'legacy'] as const) {
      expect(Object.values(algorithmsOf(preset).kex ?? {}).join()).not.toContain('group-exchange');
    }
    const kex = ['curve25519-sha256', 'diffie-hellman-group-exchange-sha256'];
    expect(() => connectSftp({ host: 'localhost', username: 'ann', algorithms: { kex } })).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'algorithms.kex' } }),
    );
  });

  it('is refused with a wrong password, which is not told', async () => {
    served = await serve();
    const error = await failure(served.connect({ password: 'hunter2-canary' }));
    expect(error).toMatchObject({ code: 'X12_TRANSPORT_REFUSED', details: { reason: 'authentication-failed' } });
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('hunter2-canary');
  });

  it.each([
    ['the password', { password: PASSWORD }],
    [
      'what a function says',
      { answer: ({ text }: { text: string }) => (text.startsWith('Code') ? '123456' : PASSWORD) },
    ],
  ])('answers questions with %s', async (_how, options) => {
    const asked: string[][] = [];
    const host = keyPair();
    const server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (context) => {
        if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
        const prompts = [{ prompt: 'Password: ', echo: false }];
        if ('answer' in options) prompts.push({ prompt: 'Code: ', echo: true });
        context.prompt(prompts, 'Login', (answers) => {
          asked.push(answers);
          if (answers[0] === PASSWORD) context.accept();
          else context.reject();
        });
      });
      client.on('session', (accept) => accept().on('sftp', (open) => open()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const connect = connectSftp({ host: '127.0.0.1', port, username: 'ann', hostKeys: [host.public], ...options });
    await (await connect()).close();
    expect(asked).toEqual('answer' in options ? [[PASSWORD, '123456']] : [[PASSWORD]]);
  });
});

describe('servers that cannot be reached', () => {
  it('tells a closed port, an unknown host, a silent server and one that speaks something else', async () => {
    const silent = await listener(() => {});
    const http = await listener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const closed = await listener(() => {});
    await closed.close();
    const base = { host: '127.0.0.1', username: 'ann', password: 'x', hostKeys: [keyPair().public] };
    const reasons = await Promise.all(
      [
        { port: closed.port },
        { port: silent.port, readyTimeout: 200 },
        { port: http.port },
        { host: 'no-such-host.invalid', port: 1 },
      ].map(async (options) => (await failure(connectSftp({ ...base, ...options })())).details?.reason),
    );
    closing.push(silent.close, http.close);
    expect(reasons.slice(0, 2)).toEqual(['connection-refused', 'timed-out']);
    expect(['protocol-broken', 'connection-lost']).toContain(reasons[2]);
    expect(['host-not-found', 'timed-out']).toContain(reasons[3]);
  });

  it('ends with one that takes packets of next to no bytes', async () => {
    const host = keyPair();
    const rooms = [1, 0];
    const server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
      client.on('error', () => {});
      client.on('authentication', (context) => context.accept());
      client.on('session', (accept) => {
        // None comes last: before there was a limit, what is sent to it never came to its end.
        claimPacketRoom(client, rooms.shift() ?? 0);
        accept().on('sftp', (open) => open());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const connect = connectSftp({ host: '127.0.0.1', port, username: 'ann', password: 'x', hostKeys: [host.public] });
    for (const bytes of [1, 0]) {
      const error = await failure(connect());
      expect(error).toMatchObject({ details: { reason: 'protocol-broken' } });
      expect(String(error.cause)).toContain(`at most ${bytes} bytes`);
    }
  });

  it('tells that no algorithm is common', async () => {
    served = await serve({ algorithms: { cipher: ['aes256-ctr'] } });
    const error = await failure(served.connect({ algorithms: { cipher: ['aes128-gcm@openssh.com'] } }));
    expect(error).toMatchObject({ code: 'X12_TRANSPORT_REFUSED', details: { reason: 'algorithms-differ' } });
  });

  it('speaks to a server of twenty years ago only where told so', async () => {
    const old = { kex: ['diffie-hellman-group14-sha1'], cipher: ['aes128-cbc'], hmac: ['hmac-sha1'] };
    served = await serve({ algorithms: { preset: 'legacy', ...old } });
    expect(await failure(served.connect())).toMatchObject({ details: { reason: 'algorithms-differ' } });
    const files = await served.connect({ algorithms: 'legacy' });
    expect(files.facts).toMatchObject({ kex: 'diffie-hellman-group14-sha1', cipher: 'aes128-cbc' });
  });

  it('ends by the signal, before and in the middle of the login', async () => {
    const silent = await listener(() => {});
    closing.push(silent.close);
    const connect = connectSftp({
      host: '127.0.0.1',
      port: silent.port,
      username: 'ann',
      hostKeys: [keyPair().public],
    });
    const control = new AbortController();
    const connecting = connect(control.signal);
    setTimeout(() => control.abort(), 50);
    await expect(connecting).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await expect(connect(control.signal)).rejects.toMatchObject({ code: 'X12_ABORTED' });
  });

  it('names a wrong option and not its value', () => {
    for (const options of [
      { host: '' },
      { port: 70_000 },
      { concurrency: 0 },
      { hostKeyPolicy: 'accept-new' as const },
    ]) {
      expect(() => connectSftp({ host: 'h', username: 'u', ...options })).toThrow(/option/);
    }
    expect(() => connectSftp({ host: 'h', username: 'u', hostKeys: ['MD5:00'] })).toThrow(/SHA256/);
  });
});

interface Failure extends Error {
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function failure(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It did not fail.');
}

async function listener(take: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    take(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
