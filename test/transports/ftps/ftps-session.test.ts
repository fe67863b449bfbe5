import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { TransportReason } from '../../../src/delivery/transport-reasons.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { allOf, chunks, ftpsPartner, PASSWORD, type Partner, type PartnerOptions } from './partner.js';

const partners: Partner[] = [];
async function partnerOf(options?: PartnerOptions): Promise<Partner> {
  const partner = await ftpsPartner(options);
  partners.push(partner);
  return partner;
}
afterAll(() => Promise.all(partners.map(({ server }) => server.close())));

const because = (reason: TransportReason) => expect.objectContaining({ details: expect.objectContaining({ reason }) });

describe.each([
  ['explicit', 'TLSv1.3'],
  ['explicit', 'TLSv1.2'],
  ['implicit', 'TLSv1.3'],
  ['implicit', 'TLSv1.2'],
] as const)('a session, %s, %s', (mode, maxVersion) => {
  it('does every step', async () => {
    const { connect, uploaded } = await partnerOf({ server: { mode } });
    const files = await connect({ mode, tls: { maxVersion } });
    const bytes = randomBytes(3_000_001);
    await files.write('/out/a b.tmp', chunks(bytes.subarray(0, 7), bytes.subarray(7)));
    expect(uploaded).toEqual([]);
    expect(await files.list('/out')).toEqual([
      { name: 'a b.tmp', kind: 'file', size: bytes.length, modified: expect.any(Number) },
    ]);
    await files.rename('/out/a b.tmp', '/out/ä.edi', 'plain');
    expect(uploaded).toMatchObject([{ path: '/out/ä.edi', size: bytes.length, user: 'edi', protocol: 'ftps' }]);
    expect(await files.stat('/out/ä.edi')).toMatchObject({ name: 'ä.edi', kind: 'file', size: bytes.length });
    expect(await files.stat('/out/a b.tmp')).toBeUndefined();
    expect(await files.stat('/out')).toMatchObject({ name: 'out', kind: 'directory' });
    expect((await allOf(files.read('/out/ä.edi'))).equals(bytes)).toBe(true);
    expect((await allOf(files.read('/out/ä.edi', { offset: 3_000_000 }))).equals(bytes.subarray(3_000_000))).toBe(true);
    await files.write('/out/empty.edi', chunks());
    expect(await files.stat('/out/empty.edi')).toMatchObject({ size: 0 });
    expect(await allOf(files.read('/out/empty.edi'))).toHaveLength(0);
    await files.remove('/out/ä.edi');
    await files.remove('/out/ä.edi');
    expect((await files.list('/out')).map(({ name }) => name)).toEqual(['empty.edi']);
    expect(files.facts).toMatchObject({ tls: maxVersion, certificateSubject: 'CN=localhost' });
    await files.close();
    await expect(files.list('/')).rejects.toEqual(because('closed'));
  });
});

describe('a session', () => {
  it('says what is missing, forbidden, there already', async () => {
    const { connect, files: home } = await partnerOf({ user: { overwriteOnRename: false } });
    const files = await connect();
    await files.write('/out/a', chunks('a'));
    await files.write('/out/b', chunks('b'));
    await expect(files.list('/none')).rejects.toEqual(because('directory-missing'));
    await expect(files.list('/out/a')).rejects.toEqual(because('directory-missing'));
    await expect(allOf(files.read('/none'))).rejects.toEqual(because('file-missing'));
    await expect(files.write('/none/a', chunks('a'))).rejects.toEqual(because('directory-missing'));
    await expect(files.rename('/out/a', '/out/b', 'plain')).rejects.toEqual(because('target-exists'));
    await expect(files.rename('/none', '/out/c', 'plain')).rejects.toEqual(because('file-missing'));
    await expect(files.rename('/out/a', '/none/c', 'plain')).rejects.toEqual(because('rename-refused'));
    await expect(files.rename('/out/a', '/out/b', 'posix')).rejects.toEqual(because('rename-refused'));
    await files.rename('/out/a', '/out/b', 'delete-then-rename');
    expect((await allOf(files.read('/out/b'))).toString()).toBe('a');
    expect(await home.stat('/out/a')).toBeUndefined();
    await files.close();
  });

  it('tells of rights, full disks and large files, and lives on', async () => {
    const { connect } = await partnerOf({ user: { rights: { remove: false }, quotaBytes: 1000, maxFileBytes: 800 } });
    const files = await connect();
    await files.write('/out/a', chunks('a'.repeat(600)));
    await expect(files.remove('/out/a')).rejects.toEqual(because('permission-denied'));
    await expect(files.write('/out/b', chunks(Buffer.alloc(700)))).rejects.toEqual(because('disk-full'));
    await expect(files.write('/out/b', chunks(Buffer.alloc(100_000)))).rejects.toEqual(because('file-too-large'));
    expect((await files.list('/out')).map(({ name }) => name)).toEqual(['a']);
    await files.close();
  });

  it.each(['/out/a\r\nDELE /out/b', '/out/a\nb', '/out/a\0', '/out/\u0085', ''])(
    'sends no name with a control character: %j',
    async (path) => {
      const { connect, events } = await partnerOf();
      const files = await connect();
      const name = because('name-refused');
      await expect(files.write(path, chunks('a'))).rejects.toEqual(name);
      await expect(files.list(path)).rejects.toEqual(name);
      await expect(files.stat(path)).rejects.toEqual(name);
      await expect(files.remove(path)).rejects.toEqual(name);
      await expect(files.rename('/out', path, 'plain')).rejects.toEqual(name);
      await expect(allOf(files.read(path))).rejects.toEqual(name);
      expect(events.map(({ kind }) => kind)).toEqual(['connected', 'login']);
      await files.close();
    },
  );

  it('lives on after a read that was left early', async () => {
    const { connect } = await partnerOf();
    const files = await connect();
    await files.write('/out/a', chunks(Buffer.alloc(8_000_000)));
    for await (const chunk of files.read('/out/a')) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await files.stat('/out/a')).toMatchObject({ size: 8_000_000 });
    await files.close();
  });

  it('does steps in turn, though asked at once', async () => {
    const { connect } = await partnerOf();
    const files = await connect();
    const names = ['a', 'b', 'c', 'd'].map((name) => `/out/${name}`);
    await Promise.all(names.map((name) => files.write(name, chunks(name))));
    expect(await files.list('/out')).toHaveLength(4);
    await files.close();
  });

  it('ends by its signal, in the middle of a write and of a read, and of a source that hangs', async () => {
    const { connect } = await partnerOf();
    for (const step of ['write', 'read'] as const) {
      const files = await connect();
      await files.write('/in/a.tmp', chunks(Buffer.alloc(4_000_000)));
      const abort = new AbortController();
      const hanging = async function* () {
        yield Buffer.alloc(1000);
        abort.abort();
        await new Promise(() => {});
      };
      const run = async () => {
        if (step === 'write') return files.write('/out/a.tmp', hanging(), abort.signal);
        for await (const _ of files.read('/in/a.tmp', { signal: abort.signal })) abort.abort();
      };
      await expect(run()).rejects.toMatchObject({ code: 'X12_ABORTED' });
      await expect(files.list('/')).rejects.toEqual(because('connection-lost'));
    }
  });

  it('tells a source that fails from a server that does', async () => {
    const { connect, files: home } = await partnerOf();
    const files = await connect();
    const failing = async function* () {
      yield Buffer.alloc(10);
      throw new Error('gone');
    };
    await expect(files.write('/out/a', failing())).rejects.toEqual(because('payload-unreadable'));
    await files.close();
    await expect.poll(() => home.stat('/out/a')).toBeUndefined();
  });

  it('keeps a silent session alive', async () => {
    // Much longer than a busy machine stands still: client and server share this thread.
    const { connect, events } = await partnerOf({ server: { limits: { idleTimeout: 3000 } } });
    const alive = await connect({ keepalive: 100 });
    const silent = await connect({ keepalive: 0 });
    await expect.poll(() => events.filter(({ kind }) => kind === 'closed').length, { timeout: 20_000 }).toBe(1);
    expect(await alive.list('/out')).toEqual([]);
    await expect(silent.list('/out')).rejects.toEqual(because('connection-lost'));
    await alive.close();
  });

  it('stops at a listing larger than allowed', async () => {
    const home = createMemoryFiles();
    const { connect } = await partnerOf({ user: { files: home } });
    for (let i = 0; i < 50; i++) await (await home.open(`/out/${i}`, 'create')).close();
    const files = await connect({ maxListingBytes: 500 });
    await expect(files.list('/out')).rejects.toEqual(because('file-too-large'));
    await files.close();
  });

  it('shows no secret', async () => {
    const { connect, options } = await partnerOf();
    const files = await connect();
    const wrong = await connect({ password: `${PASSWORD}x` }).catch((error) => error);
    expect(wrong).toEqual(because('authentication-failed'));
    const lost = await files.list('/none').catch((error) => error);
    for (const thing of [files, wrong, lost, lost.cause]) expect(inspect(thing, { depth: 20 })).not.toContain('Canary');
    expect(options().password).toContain('Canary');
    await files.close();
  });
});
