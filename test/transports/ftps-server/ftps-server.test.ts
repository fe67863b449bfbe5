import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createFtpsServer } from '../../../src/transports/ftps-server/index.js';
import { watchedWire } from '../../../src/transports/ftps-server/watched-wire.js';
import { LoginThrottle } from '../../../src/transports/receiving/login-throttle.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';
import { ftpsPartner, localhostCertificate, PASSWORD, type Partner, type PartnerOptions } from '../ftps/partner.js';
import { RawClient } from './raw-client.js';

const partners: Partner[] = [];
async function partnerOf(options?: PartnerOptions): Promise<Partner> {
  const partner = await ftpsPartner(options);
  partners.push(partner);
  return partner;
}
afterAll(() => Promise.all(partners.map(({ server }) => server.close())));

describe('the FTPS server', () => {
  it('does nothing in the clear', async () => {
    const { port } = await partnerOf();
    const client = await RawClient.to(port);
    expect(await client.reply()).toMatch(/^220 /);
    for (const command of ['USER edi', `PASS ${PASSWORD}`, 'LIST', 'EPSV', 'PBSZ 0', 'STOR a', 'CWD /']) {
      expect(await client.say(command)).toMatch(/^530 /);
    }
    expect(await client.say('AUTH SSL')).toMatch(/^504 /);
    expect(await client.say('FEAT')).toMatch(/AUTH TLS/);
    client.end();
  });

  it.each([
    { overwriteOnRename: false, refuses: true },
    { overwriteOnRename: true, refuses: false },
  ])('says whether a rename refuses a name that is taken, %j', async ({ overwriteOnRename, refuses }) => {
    const { port, connect, files } = await partnerOf({ user: { files: createMemoryFiles(), overwriteOnRename } });
    const stranger = await RawClient.to(port);
    await stranger.reply();
    expect(await stranger.say('FEAT')).not.toMatch(/RNTO/);
    stranger.end();
    const session = await connect();
    expect(session.refusesTakenNames).toBe(refuses);
    for (const name of ['a', 'b']) await (await files.open(`/out/${name}`, 'create')).close();
    const renamed = await session.rename('/out/a', '/out/b', 'plain').then(
      () => true,
      () => false,
    );
    expect(renamed).toBe(!refuses);
    await session.close();
  });

  it('tells once of a client that does not secure the connection', async () => {
    const { port, events } = await partnerOf();
    const client = await RawClient.to(port);
    await client.reply();
    for (const line of ['USER edi', 'PASS canary', 'USER edi'])
      expect(await client.say(line)).toMatch(/^530 Say AUTH TLS/);
    client.end();
    expect(events.filter(({ kind }) => kind === 'refused')).toMatchObject([
      { text: expect.stringContaining('AUTH TLS') },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  it('obeys nothing that was slipped in behind AUTH TLS', async () => {
    const { port, events } = await partnerOf();
    for (const slipped of ['AUTH TLS\r\nUSER edi\r\n', 'AUTH TLS\r\nUSER e', 'AUTH TLS\r\n\r\n']) {
      const client = await RawClient.to(port);
      await client.reply();
      client.socket.write(slipped);
      expect(await client.reply()).toBe('closed');
    }
    expect(events.filter(({ kind }) => kind === 'refused')).toHaveLength(3);
  });

  it('never sends data in the clear, and connects nowhere itself', async () => {
    const { port, files, events } = await partnerOf();
    const client = await RawClient.loggedIn(port);
    expect(await client.say('PROT C')).toMatch(/^536 /);
    expect(await client.say('CCC')).toMatch(/^534 /);
    expect(await client.say('PORT 127,0,0,1,4,1')).toMatch(/^502 /);
    expect(await client.say('EPRT |1|127.0.0.1|1025|')).toMatch(/^522 /);
    const plain = await client.data({ tls: false });
    plain.write('USER edi\r\nplain text where a handshake belongs\r\n');
    expect(await client.say('STOR /out/a')).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^522 /);
    expect(await files.list('/out')).toEqual([]);
    expect(events.at(-1)).toMatchObject({ kind: 'refused', text: 'The data connection was not secured.' });
    client.end();
  });

  it.each(['TLSv1.3', 'TLSv1.2'] as const)('takes data only from the client that logged in, %s', async (maxVersion) => {
    const { port, files, events } = await partnerOf({ user: { files: createMemoryFiles() } });
    await (await files.open('/out/old', 'create')).close();
    const client = await RawClient.loggedIn(port, { maxVersion });
    await client.data({ resume: false });
    expect(await client.say('STOR /out/old')).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^522 .*resume/);
    // Another client's session is not this one's.
    const other = await RawClient.loggedIn(port, { maxVersion });
    const session = 'getSession' in other.socket ? other.socket.getSession() : undefined;
    const stolen = await client.data({ tls: false });
    const { connect } = await import('node:tls');
    connect({ socket: stolen, maxVersion, rejectUnauthorized: false, ...(session && { session }) }).on(
      'error',
      () => {},
    );
    expect(await client.say('STOR /out/a')).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^522 .*resume/);
    expect((await files.list('/out')).map(({ name }) => name)).toEqual(['old']);
    const own = await client.data();
    expect(await client.say('STOR /out/a')).toMatch(/^150 /);
    own.end('whole');
    expect(await client.reply()).toMatch(/^226 /);
    expect(await files.stat('/out/a')).toMatchObject({ size: 5 });
    expect(events.filter(({ kind }) => kind === 'refused')).toHaveLength(2);
    client.end();
    other.end();
  });

  it('shakes hands on the data connection while it opens the file', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const inMemory = createMemoryFiles();
    const files: VirtualFiles = {
      open: async (path, mode) => {
        await opened;
        return inMemory.open(path, mode);
      },
      stat: (path) => inMemory.stat(path),
      list: (path) => inMemory.list(path),
      rename: (from, to, options) => inMemory.rename(from, to, options),
      remove: (path) => inMemory.remove(path),
      makeDirectory: (path) => inMemory.makeDirectory(path),
      removeDirectory: (path) => inMemory.removeDirectory(path),
      setModified: (path, modified) => inMemory.setModified(path, modified),
    };
    const { port } = await partnerOf({ user: { files } });
    const client = await RawClient.loggedIn(port);
    const data = await client.data();
    const told = client.say('STOR /out/a');
    await once(data, 'secureConnect');
    open();
    expect(await told).toMatch(/^150 /);
    data.end('whole');
    expect(await client.reply()).toMatch(/^226 /);
    client.end();
  });

  it('lets go of the data connection when the file cannot be opened', async () => {
    const { port } = await partnerOf();
    const client = await RawClient.loggedIn(port);
    const data = await client.data();
    const gone = new Promise((resolve) => data.once('close', resolve));
    expect(await client.say('RETR /out/none')).toMatch(/^550 /);
    await gone;
    const next = await client.data();
    expect(await client.say('STOR /out/a')).toMatch(/^150 /);
    next.end('whole');
    expect(await client.reply()).toMatch(/^226 /);
    client.end();
  });

  it('takes no data connection from another address', async () => {
    const { port, events } = await partnerOf({ server: { limits: { dataTimeout: 1500 } } });
    const client = await RawClient.loggedIn(port);
    const stranger = await client.data({ tls: false, localAddress: '127.0.0.2' });
    await once(stranger, 'close');
    expect(await client.say('LIST')).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^425 /);
    expect(events.find(({ kind }) => kind === 'refused')?.text).toContain('127.0.0.2');
    client.end();
  });

  it('keeps the port open for its client, however many come from elsewhere', async () => {
    const { port, events } = await partnerOf();
    const client = await RawClient.loggedIn(port);
    const passive = Number(/\|\|\|(\d+)\|/.exec(await client.say('EPSV'))?.[1]);
    for (let at = 0; at < 30; at++) {
      const stranger = connect({ port: passive, host: '127.0.0.1', localAddress: '127.0.0.2' });
      stranger.on('error', () => {});
      await once(stranger, 'close');
    }
    const own = connect({ port: passive, host: '127.0.0.1' });
    await once(own, 'connect');
    own.destroy();
    expect(events.filter(({ text }) => text?.includes('127.0.0.2'))).toHaveLength(10);
    client.end();
  });

  it('tells of a file when it is whole, and of no other', async () => {
    const { port, files, uploaded, events } = await partnerOf();
    // The client is killed: both connections end at once, in good order.
    const killed = await RawClient.loggedIn(port);
    const data = await killed.data();
    await killed.say('STOR /out/half.edi');
    data.write(Buffer.alloc(100_000));
    // Under a name of the server's own, and never under its final one.
    await expect.poll(async () => (await files.list('/out')).map(({ size }) => size)).toEqual([100_000]);
    expect(await files.stat('/out/half.edi')).toBeUndefined();
    killed.socket.end();
    data.end();
    await expect.poll(() => events.some(({ kind }) => kind === 'closed')).toBe(true);
    await expect.poll(() => files.list('/out')).toEqual([]);
    const aborting = await RawClient.loggedIn(port);
    const second = await aborting.data();
    await aborting.say('STOR /out/aborted.edi');
    second.write('half');
    expect(await aborting.say('ABOR')).toMatch(/^426 /);
    expect(await aborting.reply()).toMatch(/^226 /);
    expect(await aborting.say('NOOP')).toMatch(/^200 /);
    await expect.poll(() => files.stat('/out/aborted.edi')).toBeUndefined();
    expect(uploaded).toEqual([]);
    aborting.end();
  });

  /** An upload whose connection ends without a word of TLS: the last reply. */
  async function abruptUpload(port: number, name: string, maxVersion: 'TLSv1.2' | 'TLSv1.3'): Promise<string> {
    const client = await RawClient.loggedIn(port, { maxVersion });
    let raw: Socket | undefined;
    const over = (socket: Socket) => {
      raw = socket;
      return watchedWire(socket).wire;
    };
    const data = await client.data({ over });
    expect(await client.say(`STOR ${name}`)).toMatch(/^150 /);
    await new Promise((resolve) => data.write(Buffer.alloc(50_000), resolve));
    raw?.end();
    const answer = await client.reply();
    client.end();
    return answer;
  }

  describe.each(['TLSv1.3', 'TLSv1.2'] as const)('an upload that ends with its connection, %s', (version) => {
    it('is not confirmed, nor left: anyone on the way could have cut it', async () => {
      const { port, files, uploaded, events } = await partnerOf();
      expect(await abruptUpload(port, '/out/a.edi', version)).toMatch(/^426 .*close_notify/);
      expect(uploaded).toEqual([]);
      expect(await files.list('/out')).toEqual([]);
      expect(events.find(({ kind }) => kind === 'refused')?.text).toContain('close_notify');
    });

    it('is confirmed when TLS has ended, though the connection is closed long before all is stored', async () => {
      const files = createMemoryFiles();
      const open = files.open.bind(files);
      // A disk so slow that the client is gone before the first bytes are written.
      let gone = (): void => {};
      const left = new Promise<void>((resolve) => {
        gone = resolve;
      });
      files.open = async (path, mode) => {
        const file = await open(path, mode);
        const write = file.write.bind(file);
        file.write = async (offset, bytes) => {
          await left;
          await write(offset, bytes);
        };
        return file;
      };
      const { port, uploaded } = await partnerOf({ user: { files } });
      const client = await RawClient.loggedIn(port, { maxVersion: version });
      const data = await client.data();
      await client.say('STOR /out/a.edi');
      data.end(Buffer.alloc(300_000));
      await once(data, 'finish');
      data.destroy();
      gone();
      expect(await client.reply()).toMatch(/^226 /);
      expect(uploaded).toMatchObject([{ path: '/out/a.edi', size: 300_000 }]);
      client.end();
    });

    it('is taken from a partner whose program cannot do better, or where nobody has to', async () => {
      const profiled = await partnerOf({ user: { profile: 'abrupt-end' } });
      const lenient = await partnerOf({ server: { requireCloseNotify: false } });
      for (const { port, uploaded } of [profiled, lenient]) {
        expect(await abruptUpload(port, '/out/a.edi', version)).toMatch(/^226 /);
        expect(uploaded).toMatchObject([{ path: '/out/a.edi', size: 50_000 }]);
      }
    });
  });

  it('resumes under a temporary name, appends, and takes back what was cut', async () => {
    const { port, files, uploaded } = await partnerOf();
    const client = await RawClient.loggedIn(port);
    const put = async (command: string, text: string) => {
      const data = await client.data();
      if (command.includes('REST')) expect(await client.say(command.split('|')[0] ?? '')).toMatch(/^350 /);
      expect(await client.say(command.split('|').at(-1) ?? '')).toMatch(/^150 /);
      data.end(text);
      return client.reply();
    };
    expect(await put('STOR /out/a.tmp', 'abcdef')).toMatch(/^226 /);
    expect(await put('REST 3|STOR /out/a.tmp', 'DE')).toMatch(/^226 /);
    expect(await files.stat('/out/a.tmp')).toMatchObject({ size: 5 });
    expect(await put('APPE /out/a.tmp', 'FG')).toMatch(/^226 /);
    expect(uploaded).toEqual([]);
    expect(await client.say('RNFR /out/a.tmp')).toMatch(/^350 /);
    expect(await client.say('RNTO /out/a.edi')).toMatch(/^250 /);
    expect(uploaded).toMatchObject([{ path: '/out/a.edi', size: 7 }]);
    expect(await client.say('RNTO /out/b.edi')).toMatch(/^503 /);
    const data = await client.data();
    await client.say('APPE /out/a.edi');
    data.write('half');
    await client.say('ABOR');
    expect(await files.stat('/out/a.edi')).toMatchObject({ size: 7 });
    client.end();
  });

  it('keeps everyone in their home', async () => {
    const { port, files } = await partnerOf();
    const client = await RawClient.loggedIn(port);
    expect(await client.say('CWD ../../../etc')).toMatch(/^550 /);
    expect(await client.say('SIZE ../../../../etc/passwd')).toMatch(/^550 /);
    expect(await client.say('CWD /out/../..')).toMatch(/^250 /);
    expect(await client.say('PWD')).toBe('257 "/" is where you are.');
    expect(await client.say(`MKD ${'a'.repeat(300)}`)).toMatch(/^553 /);
    expect(await client.say(`MKD ${'a/'.repeat(2500)}`)).toMatch(/^553 /);
    expect(await client.say('MKD a\0b')).toMatch(/^501 /);
    expect(await client.say('MKD a\rb')).toMatch(/^501 /);
    expect(await client.say('MKD say "hi"')).toBe('257 "/say ""hi""" was made.');
    expect((await files.list('/')).map(({ name }) => name).sort()).toEqual(['in', 'out', 'say "hi"']);
    client.end();
  });

  it('lists in three forms', async () => {
    const { port, files } = await partnerOf();
    const file = await files.open('/out/a b.edi', 'create');
    await file.write(0, Buffer.from('abc'));
    await file.close();
    await files.setModified('/out/a b.edi', Date.UTC(2020, 1, 3, 4, 5, 6));
    const client = await RawClient.loggedIn(port);
    const list = async (command: string) => {
      const data = await client.data();
      const parts: Buffer[] = [];
      data.on('data', (part: Buffer) => parts.push(part));
      await client.say(command);
      await once(data, 'end');
      expect(await client.reply()).toMatch(/^226 /);
      return Buffer.concat(parts).toString();
    };
    expect(await list('MLSD /out')).toBe('type=file;size=3;modify=20200203040506; a b.edi\r\n');
    expect(await list('LIST -la /out')).toBe('-rw-rw---- 1 edi      edi                 3 Feb  3  2020 a b.edi\r\n');
    expect(await list('NLST /out')).toBe('a b.edi\r\n');
    expect(await client.say('MLST /out/a b.edi')).toContain(' type=file;size=3;modify=20200203040506; /out/a b.edi');
    expect(await client.say('MDTM /out/a b.edi')).toBe('213 20200203040506');
    expect(await client.say('MFMT 20210101000000 /out/a b.edi')).toMatch(/^213 /);
    expect(await client.say('MDTM /out/a b.edi')).toBe('213 20210101000000');
    expect(await client.say('MLSD /out/a b.edi')).toMatch(/^501 /);
    client.end();
  });
});

describe('against those who mean harm, the FTPS server', () => {
  it('ends a login that drips in, a handshake that never comes, and an idle session', async () => {
    const { port } = await partnerOf({ server: { limits: { loginTimeout: 400 } } });
    const slow = await RawClient.to(port);
    await slow.reply();
    const drip = setInterval(() => slow.socket.write('N'), 50);
    expect(await slow.reply()).toMatch(/^421 /);
    clearInterval(drip);
    const mute = await partnerOf({ server: { mode: 'implicit', limits: { handshakeTimeout: 200 } } });
    expect(await (await RawClient.to(mute.port)).reply()).toBe('closed');
    const lazy = await partnerOf({ server: { limits: { idleTimeout: 1500 } } });
    expect(await (await RawClient.loggedIn(lazy.port)).reply()).toMatch(/^421 /);
  });

  it('bounds lines, pipelines and connections', async () => {
    const { port } = await partnerOf({ server: { limits: { maxConnectionsPerAddress: 2, commandsPerSecond: 50 } } });
    const long = await RawClient.to(port);
    await long.reply();
    long.socket.write('A'.repeat(20_000));
    expect(await long.reply()).toMatch(/^421 /);
    long.end();
    const many = await RawClient.to(port);
    await many.reply();
    many.socket.write('NOOP\r\n'.repeat(1000));
    expect(await many.reply()).toMatch(/^(421|200) /);
    await expect.poll(() => many.closed).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const held = [await RawClient.to(port), await RawClient.to(port)];
    for (const client of held) expect(await client.reply()).toMatch(/^220 /);
    const third = await RawClient.to(port);
    expect(await third.reply()).toMatch(/^421 /);
    const started = performance.now();
    for (let i = 0; i < 60; i++) expect(await held[0]?.say('NOOP')).toMatch(/^200 /);
    expect(performance.now() - started).toBeGreaterThan(100);
    for (const client of [...held, third]) client.end();
  });

  it('ends the connection of who guesses passwords, and says the same for a user that does not exist', async () => {
    const { port, events } = await partnerOf({
      server: { throttle: new LoginThrottle({ delay: 20 }), limits: { maxLoginAttempts: 3 } },
    });
    for (const user of ['edi', 'nobody']) {
      const client = await RawClient.to(port);
      await client.reply();
      await client.say('AUTH TLS');
      await client.secure();
      for (let i = 0; i < 3; i++) {
        await client.say(`USER ${user}`);
        expect(await client.say('PASS wrong-canary')).toBe('530 Login refused.');
      }
      expect(await client.reply()).toBe('closed');
    }
    const failed = events.filter(({ kind }) => kind === 'login-failed');
    const texts = ['The password is wrong.', 'There is no such user.'];
    expect(failed.map(({ text }) => text)).toEqual(texts.flatMap((text) => [text, text, text]));
    expect(inspect(events)).not.toContain('canary');
  });

  it('lets a user have no more sessions than allowed', async () => {
    const { connect } = await partnerOf({ user: { maxSessions: 1 } });
    const first = await connect();
    await expect(connect()).rejects.toMatchObject({ details: { reason: 'server-busy' } });
    await first.close();
    await expect
      .poll(() =>
        connect().then(
          (files) => files.close().then(() => true),
          () => false,
        ),
      )
      .toBe(true);
  });

  it('answers garbage and goes on', async () => {
    const { port } = await partnerOf();
    const client = await RawClient.loggedIn(port);
    for (const line of [
      '',
      ' ',
      '\xff\xf4\xff\xf2',
      'constructor',
      '__proto__ a',
      'EPSV2',
      'TYPE E',
      'REST -1',
      'REST 9e9',
      'OPTS',
      'MFMT x',
      'SITE CHMOD 777 a',
    ]) {
      expect(await client.say(line)).toMatch(/^5\d\d /);
    }
    expect(await client.say('NOOP')).toMatch(/^200 /);
    client.end();
  });

  it('refuses a certificate that is none', () => {
    const { certificate, key: privateKey } = localhostCertificate();
    const options = { tls: { certificate: 'x', privateKey }, users: async () => undefined };
    expect(() => createFtpsServer(options)).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
    const ports = { tls: { certificate, privateKey }, users: async () => undefined, passivePorts: { from: 5, to: 4 } };
    expect(() => createFtpsServer(ports)).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
  });
});
