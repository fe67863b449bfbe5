import { afterEach, describe, expect, it } from 'vitest';
import { connectSftp } from '../../../src/transports/sftp/connect-sftp.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { handle, oneName, rawServer, status } from './raw-server.js';
import { bytesOf, collect, contentOf, pattern, plant, type Served, serve } from './serve.js';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Packets of SFTP. */
const OPEN = 3;
const WRITE = 6;
const OPENDIR = 11;
const READDIR = 12;

describe('files over SFTP', () => {
  it('writes, lists, looks, reads, renames and removes', async () => {
    served = await serve();
    const files = await served.connect();
    await served.files.makeDirectory('/in');
    await files.write('/in/a.edi', bytesOf('ISA*00', '', '*00~'));
    expect(await files.list('/in')).toEqual([{ name: 'a.edi', kind: 'file', size: 10, modified: expect.any(Number) }]);
    expect(await files.list('/')).toMatchObject([{ name: 'in', kind: 'directory' }]);
    expect(await files.stat('/in/a.edi')).toMatchObject({ name: 'a.edi', kind: 'file', size: 10 });
    expect(await files.stat('/in/none')).toBeUndefined();
    expect(String(await collect(files.read('/in/a.edi')))).toBe('ISA*00*00~');
    expect(String(await collect(files.read('/in/a.edi', { offset: 7 })))).toBe('00~');
    await files.rename('/in/a.edi', '/in/b.edi', 'plain');
    await files.remove('/in/b.edi');
    await files.remove('/in/b.edi');
    expect(await files.list('/in')).toEqual([]);
  });

  it('replaces what was there, and writes an empty file', async () => {
    served = await serve();
    const files = await served.connect();
    await files.write('/a', bytesOf('a long content'));
    await files.write('/a', bytesOf('short'));
    expect(String(await contentOf(served.files, '/a'))).toBe('short');
    await files.write('/a', bytesOf());
    expect((await files.stat('/a'))?.size).toBe(0);
    expect(await collect(files.read('/a'))).toHaveLength(0);
  });

  it.each([
    // Of 32 and of 256 kB: more of each than may be under way at once.
    ['raw', 1, 1_600_000],
    ['OpenSSH_9.2p1', 16, 6_000_000],
  ])('sends to a server that says it is %s %d writes at once', async (ident, expected, bytes) => {
    const waiting: number[] = [];
    let most = 0;
    let writes = 0;
    const server = await rawServer(
      {},
      (type, id, _body, send) => {
        if (type === OPEN) return handle(id);
        if (type !== WRITE) return status(id, 0, 'done');
        waiting.push(id);
        most = Math.max(most, waiting.length);
        // Those of a client that sends no more until it is answered; a few rounds, until what it had to send is there.
        const last = ++writes;
        let turns = 200;
        const look = (): void => {
          if (writes === last && turns-- > 0) setImmediate(look);
          else for (const one of waiting.splice(0)) send(status(one, 0, 'written'));
        };
        look();
        return undefined;
      },
      ident,
    );
    const login = { host: '127.0.0.1', port: server.port, username: 'ann', password: 'x', hostKeys: [server.hostKey] };
    const files = await connectSftp(login)();
    await files.write('/a', bytesOf(pattern(bytes)));
    expect(writes).toBeGreaterThan(expected);
    expect(most > 1).toBe(expected > 1);
    expect(most).toBeLessThanOrEqual(expected);
    await files.close();
    await server.close();
  });

  it.each([1, 8])('keeps every byte in its place with %d writes at once', async (concurrency) => {
    served = await serve();
    const files = await served.connect({ concurrency });
    const bytes = pattern(5_000_004);
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 300_000), bytes.subarray(300_000)];
    await files.write('/big', bytesOf(...pieces));
    expect((await contentOf(served.files, '/big')).equals(bytes)).toBe(true);
    expect((await collect(files.read('/big'))).equals(bytes)).toBe(true);
    expect((await collect(files.read('/big', { offset: 1_234_567 }))).equals(bytes.subarray(1_234_567))).toBe(true);
  });

  it('reads on after a loop that was left early', async () => {
    served = await serve();
    const files = await served.connect();
    await plant(served.files, '/big', pattern(3_000_000));
    for await (const piece of files.read('/big')) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect((await collect(files.read('/big'))).equals(pattern(3_000_000))).toBe(true);
  });

  it('says what went wrong with a name', async () => {
    served = await serve();
    const files = await served.connect();
    await plant(served.files, '/a', 'a');
    await plant(served.files, '/b', 'b');
    await expect(files.list('/none')).rejects.toMatchObject({ details: { reason: 'directory-missing' } });
    await expect(files.write('/none/a', bytesOf('x'))).rejects.toMatchObject({
      details: { reason: 'directory-missing' },
    });
    await expect(collect(files.read('/none'))).rejects.toMatchObject({ details: { reason: 'file-missing' } });
    await expect(files.rename('/a', '/b', 'plain')).rejects.toMatchObject({ details: { reason: 'target-exists' } });
    await expect(files.rename('/a', '/x\u0000y', 'plain')).rejects.toMatchObject({
      details: { reason: 'name-refused' },
    });
    await files.rename('/a', '/b', 'delete-then-rename');
    expect(String(await contentOf(served.files, '/b'))).toBe('a');
  });

  it('lists more names than one answer holds', async () => {
    served = await serve();
    for (let i = 0; i < 250; i++) await plant(served.files, `/f${i}`, '');
    const files = await served.connect();
    expect(new Set((await files.list('/')).map(({ name }) => name)).size).toBe(250);
  });

  it('hands on no name that leads elsewhere', async () => {
    const home = createMemoryFiles();
    const hostile = ['../../etc/passwd', '/etc/passwd', '..', '.', 'a\u0000b', 'a\r\nb', '', 'good.edi', '\u009b2J'];
    const entries = hostile.map((name) => ({ name, kind: 'file' as const, size: 1, modified: 0 }));
    served = await serve({}, { files: Object.assign(Object.create(home), { list: async () => entries }) });
    const files = await served.connect();
    expect((await files.list('/')).map(({ name }) => name)).toEqual(['good.edi']);
  });

  it('stops at a listing without end', async () => {
    served = await serve();
    for (let i = 0; i < 150; i++) await plant(served.files, `/f${i}`, '');
    const files = await served.connect({ maxListing: 120 });
    await expect(files.list('/')).rejects.toMatchObject({ details: { reason: 'protocol-broken' } });
  });

  it('stops at a listing of names that no file system has', async () => {
    const home = createMemoryFiles();
    const name = (at: number) => `${at}${'n'.repeat(1000)}`;
    const entries = Array.from({ length: 60 }, (_, at) => ({
      name: name(at),
      kind: 'file' as const,
      size: 1,
      modified: 0,
    }));
    served = await serve({}, { files: Object.assign(Object.create(home), { list: async () => entries }) });
    const files = await served.connect({ maxListing: 100 });
    await expect(files.list('/')).rejects.toMatchObject({ details: { reason: 'protocol-broken' } });
  });

  it('gives a listing up that comes a name now and then', async () => {
    const server = await rawServer({}, (type, id, _body, send) => {
      if (type === OPENDIR) return handle(id);
      if (type !== READDIR) return status(id, 0, 'done');
      setTimeout(() => send(oneName(id, `f${id}`)), 20);
      return undefined;
    });
    const login = { host: '127.0.0.1', port: server.port, username: 'ann', password: 'x', hostKeys: [server.hostKey] };
    const files = await connectSftp({ ...login, minBytesPerSecond: 1_000_000, slowTimeout: 200 })();
    await expect(files.list('/')).rejects.toMatchObject({ details: { reason: 'stalled' } });
    await files.close();
    await server.close();
  });

  it('passes on what the source throws, and goes on', async () => {
    served = await serve();
    const files = await served.connect();
    const broken = async function* () {
      yield Buffer.from('x');
      throw new Error('the source broke');
    };
    await expect(files.write('/.a', broken())).rejects.toThrow('the source broke');
    await files.write('/b', bytesOf('fine'));
    expect(served.uploads.map(({ path }) => path)).toEqual(['/b']);
  });

  it('tells facts, and no secrets to whoever inspects it', async () => {
    const { inspect } = await import('node:util');
    served = await serve();
    const files = await served.connect();
    expect(files.facts).toMatchObject({ hostKey: expect.stringMatching(/^ssh-ed25519 SHA256:/), software: 'ediloom' });
    expect(inspect(files, { depth: 10, showHidden: true })).not.toContain('correct horse');
    expect(files.renameModes).toEqual(['plain', 'delete-then-rename']);
  });
});
