import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDirectoryFiles } from '../../../src/transports/virtual-files/directory-files.js';
import { bytesOf, collect, type Served, serve } from '../sftp/serve.js';
import { type RawClient, rawClient } from './raw-client.js';

let root = '';
let served: Served | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ediloom-sftp-'));
  await mkdir(join(root, 'home'));
  await writeFile(join(root, 'secret'), 'not for you');
});
afterEach(async () => {
  await served?.close();
  served = undefined;
  await rm(root, { recursive: true });
});

const HOSTILE = [
  '../secret',
  '/../secret',
  '../../../../../../etc/passwd',
  '/etc/passwd',
  'a/../../secret',
  '..\\secret',
];

describe('a home', () => {
  it('is not left by any name', async () => {
    served = await serve({}, { files: createDirectoryFiles(join(root, 'home')) });
    const files = await served.connect();
    for (const name of HOSTILE) {
      expect(await files.stat(name)).toBeUndefined();
      await expect(collect(files.read(name))).rejects.toMatchObject({ details: { reason: 'file-missing' } });
    }
    await files.write('../../outside.edi', bytesOf('inside'));
    expect(await readdir(root)).toEqual(['home', 'secret']);
    expect(await readFile(join(root, 'home/outside.edi'), 'utf8')).toBe('inside');
    await files.rename('/outside.edi', '../../moved.edi', 'plain');
    expect(await readdir(join(root, 'home'))).toEqual(['moved.edi']);
  });

  it('refuses names that no file can have', async () => {
    served = await serve({}, { files: createDirectoryFiles(join(root, 'home')) });
    const files = await served.connect();
    for (const name of [
      'a\u0000b',
      'exe.\u202etxt.edi',
      'what was not UTF-8 \ufffd.edi',
      'a\u2066b',
      'a\u200fb',
      '\u061ca',
      '/a\u0000/../../secret',
      'x'.repeat(4000),
      `${'y/'.repeat(2500)}z`,
      'a\nb',
    ]) {
      await expect(files.write(name, bytesOf('x'))).rejects.toMatchObject({ details: { reason: 'name-refused' } });
      await expect(files.list(name)).rejects.toMatchObject({ details: { reason: 'name-refused' } });
    }
    expect(await readdir(join(root, 'home'))).toEqual([]);
    // A name that was refused may hold anything, and is told to nobody.
    const refused = served.events.filter(({ kind }) => kind === 'refused');
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.filter(({ path }) => path !== undefined)).toEqual([]);
  });

  it('is not left by a link that lies in it', async () => {
    await symlink(root, join(root, 'home/way-out'));
    await symlink(join(root, 'secret'), join(root, 'home/secret.edi'));
    served = await serve({}, { files: createDirectoryFiles(join(root, 'home')) });
    const files = await served.connect();
    await expect(collect(files.read('/secret.edi'))).rejects.toThrow();
    await expect(collect(files.read('/way-out/secret'))).rejects.toThrow();
    await expect(files.write('/way-out/new', bytesOf('x'))).rejects.toThrow();
    await expect(files.write('/secret.edi', bytesOf('x'))).rejects.toThrow();
    expect(await files.list('/')).toEqual([]);
    expect(await readFile(join(root, 'secret'), 'utf8')).toBe('not for you');
    expect((await readdir(root)).sort()).toEqual(['home', 'secret']);
  });

  it('knows no links', async () => {
    served = await serve();
    const { sftp, client } = await rawClient(served);
    const answers = await Promise.all([
      code((done) => sftp.symlink('/a', '/b', done)),
      code((done) => sftp.readlink('/a', done)),
    ]);
    expect(answers).toEqual([8, 8]);
    client.end();
  });
});

describe('requests', () => {
  it('answers where a path leads, sets sizes and times, makes and removes directories', async () => {
    served = await serve();
    const raw = await rawClient(served);
    const { sftp } = raw;
    expect(await value<string>((done) => sftp.realpath('.', done))).toBe('/');
    expect(await value<string>((done) => sftp.realpath('in/../out/./x', done))).toBe('/out/x');
    expect(await code((done) => sftp.mkdir('/in', done))).toBe(0);
    expect(await code((done) => sftp.mkdir('/in', done))).toBe(4);
    const handle = await raw.open('/in/.a', 'w');
    await raw.write(handle, Buffer.from('0123456789'), 0);
    expect(await code((done) => sftp.fsetstat(handle, { size: 4 }, done))).toBe(0);
    expect(await value<{ size: number }>((done) => sftp.fstat(handle, done))).toMatchObject({ size: 4 });
    await raw.close(handle);
    expect(await code((done) => sftp.utimes('/in/.a', 1000, 2000, done))).toBe(0);
    expect(await code((done) => sftp.chmod('/in/.a', 0o600, done))).toBe(0);
    expect(await value<object>((done) => sftp.lstat('/in/.a', done))).toMatchObject({ size: 4, mtime: 2000 });
    expect(await code((done) => sftp.rmdir('/in', done))).toBe(4);
    expect(await code((done) => sftp.unlink('/in/.a', done))).toBe(0);
    expect(await code((done) => sftp.rmdir('/in', done))).toBe(0);
    raw.end();
  });

  it('opens as the flags say', async () => {
    served = await serve();
    const raw = await rawClient(served);
    await expect(raw.open('/a', 'r')).rejects.toMatchObject({ code: 2 });
    await expect(raw.open('/a', 'r+')).rejects.toMatchObject({ code: 2 });
    const made = await raw.open('/a', 'wx');
    await raw.write(made, Buffer.from('abc'), 0);
    await raw.close(made);
    await expect(raw.open('/a', 'wx')).rejects.toMatchObject({ code: 4 });
    const added = await raw.open('/a', 'a');
    await raw.write(added, Buffer.from('def'), 0);
    await raw.close(added);
    const resumed = await raw.open('/a', 'r+');
    await raw.write(resumed, Buffer.from('X'), 1);
    await raw.close(resumed);
    const file = await served.files.open('/a', 'read');
    expect(String(Buffer.from(await file.read(0, 99)))).toBe('aXcdef');
    raw.end();
  });

  it('keeps pipelined writes and reads in order, gaps within bounds, and handles apart', async () => {
    served = await serve();
    const raw = await rawClient(served);
    const handle = await raw.open('/.a', 'w+');
    const other = await raw.open('/.b', 'w');
    const pieces = Array.from({ length: 40 }, (_, i) => Buffer.alloc(1000, i));
    await Promise.all(pieces.map((piece, i) => raw.write(i % 10 === 9 ? other : handle, piece, i * 1000)));
    const size = await value<{ size: number }>((done) => raw.sftp.fstat(handle, done));
    expect(size).toMatchObject({ size: 39_000 });
    const reads = await Promise.all([0, 1000, 9000, 38_000, 39_000].map((at) => readAt(raw, handle, at, 1000)));
    expect(reads.map((bytes) => bytes[0] ?? 'end')).toEqual([0, 1, 0, 38, 'end']);
    await expect(raw.write(handle, Buffer.from('x'), 10 ** 12)).rejects.toMatchObject({ code: 4 });
    await expect(raw.write(handle, Buffer.from('x'), 100_000_000)).rejects.toMatchObject({ code: 3 });
    await expect(raw.write(Buffer.from('none'), Buffer.from('x'), 0)).rejects.toMatchObject({ code: 4 });
    raw.end();
  });

  it('opens no more than it allows', async () => {
    served = await serve({ limits: { maxHandles: 3 } });
    const raw = await rawClient(served);
    const handles = [await raw.open('/.a', 'w'), await raw.open('/.b', 'w'), await raw.open('/.c', 'w')];
    // FAILURE, and what to do: PERMISSION_DENIED would say that it never helps to come again.
    const message = 'Too many open files: no more than 3 at once. Close one first.';
    await expect(raw.open('/.d', 'w')).rejects.toMatchObject({ code: 4, message });
    const refused = { kind: 'refused', path: '/.d', text: 'too many open files' };
    expect(served.events).toContainEqual(expect.objectContaining(refused));
    if (handles[0] !== undefined) await raw.close(handles[0]);
    await raw.open('/.d', 'w');
    raw.end();
  });

  it('survives a packet that is none', async () => {
    served = await serve();
    const raw = await rawClient(served);
    const ended = new Promise((resolve) => raw.sftp.once('close', resolve));
    // Past the library: a packet of a type that does not exist.
    const channel = raw.sftp as unknown as {
      _protocol: { channelData(id: number, data: Buffer): void };
      outgoing: { id: number };
    };
    channel._protocol.channelData(channel.outgoing.id, Buffer.from([0, 0, 0, 5, 99, 0, 0, 0, 1]));
    await ended;
    raw.end();
    const files = await served.connect();
    await files.write('/a', bytesOf('still here'));
  });
});

type Done = (error?: Error | null, ...rest: unknown[]) => void;

function code(call: (done: Done) => void): Promise<unknown> {
  return new Promise((resolve) => {
    call((error) => resolve(error ? (error as { code?: unknown }).code : 0));
  });
}

function value<T>(call: (done: (error: Error | null | undefined, result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, result) => (error ? reject(error) : resolve(result)));
  });
}

async function readAt({ sftp }: RawClient, handle: Buffer, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  return new Promise((resolve, reject) => {
    sftp.read(handle, bytes, 0, length, offset, (error, count) =>
      error ? reject(error) : resolve(bytes.subarray(0, count)),
    );
  });
}
