import { describe, expect, it } from 'vitest';
import { Homes } from '../../../src/transports/receiving/homes.js';
import type { ReceivingUser, Uploaded } from '../../../src/transports/receiving/receiving-user.js';
import { sweepHome } from '../../../src/transports/receiving/sweep-home.js';
import { Uploads } from '../../../src/transports/receiving/uploads.js';
import type { UserFile } from '../../../src/transports/receiving/user-file.js';
import { UserFiles } from '../../../src/transports/receiving/user-files.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import {
  type VirtualFile,
  type VirtualFiles,
  VirtualFilesError,
} from '../../../src/transports/virtual-files/virtual-files.js';
import { contentOf, plant } from '../sftp/serve.js';

const text = (value: string) => Buffer.from(value);
const bytes = (count: number) => new Uint8Array(count);

function home(user: Partial<ReceivingUser> = {}): { files: UserFiles; under: VirtualFiles } {
  const under = user.files ?? createMemoryFiles();
  return { files: new UserFiles({ name: 'ann', files: under, ...user }), under };
}

/** What the application finds in a directory, our hidden names apart. */
async function seen(under: VirtualFiles, directory = '/'): Promise<readonly string[]> {
  return (await under.list(directory)).map(({ name }) => name.replace(/^\.ediloom-upload-.*/, 'staged')).sort();
}

async function written(
  files: UserFiles,
  path: string,
  value: string,
  mode: 'write' | 'replace' | 'create' = 'replace',
) {
  const file = await files.openToWrite(path, mode);
  await file.write(mode === 'write' ? file.size : 0, text(value));
  return file;
}

describe('an upload that is not complete', () => {
  it('has no final name, is there for its user, and is gone when it is given up', async () => {
    const { files, under } = home();
    const file = await written(files, '/a.edi', 'half');
    expect(await seen(under)).toEqual(['staged']);
    expect(await files.stat('/a.edi')).toMatchObject({ name: 'a.edi', kind: 'file', size: 4 });
    expect(await files.list('/')).toEqual([]);
    await expect(files.openToRead('/a.edi')).rejects.toMatchObject({ code: 'not-found' });
    await file.close();
    expect(await under.list('/')).toEqual([]);
    expect(await files.stat('/a.edi')).toBeUndefined();
  });

  it('gets its name in one step when it is complete', async () => {
    const { files, under } = home();
    await (await written(files, '/a.edi', 'whole')).complete();
    expect(await seen(under)).toEqual(['a.edi']);
    expect(String(await contentOf(under, '/a.edi'))).toBe('whole');
  });

  it.each(['replace', 'write'] as const)('leaves an older file as it was, opened to %s', async (mode) => {
    const { files, under } = home();
    await plant(under, '/a.edi', 'older');
    const file = await written(files, '/a.edi', ' more', mode);
    expect(String(await contentOf(under, '/a.edi'))).toBe('older');
    await file.close();
    expect(String(await contentOf(under, '/a.edi'))).toBe('older');
    await (await written(files, '/a.edi', ' more', mode)).complete();
    expect(String(await contentOf(under, '/a.edi'))).toBe(mode === 'write' ? 'older more' : ' more');
    expect(await seen(under)).toEqual(['a.edi']);
  });

  it('copies no older file that is not changed, and of one that is cut only what is kept', async () => {
    const { files, under } = home();
    await plant(under, '/a.edi', '0123456789');
    const untouched = await files.openToWrite('/a.edi', 'write');
    expect(await seen(under)).toEqual(['a.edi']);
    await untouched.complete();
    const cut = await files.openToWrite('/a.edi', 'write');
    await cut.truncate(4);
    await cut.write(4, text('X'));
    await cut.complete();
    expect(String(await contentOf(under, '/a.edi'))).toBe('0123X');
  });

  it('is not completed by a client that renames it while it writes', async () => {
    const { files, under } = home();
    const file = await files.openToWrite('/a.tmp', 'create');
    await file.write(0, text('half'));
    expect(await seen(under)).toEqual(['a.tmp']);
    await files.rename('/a.tmp', '/a.edi');
    expect(await seen(under)).toEqual(['staged']);
    await file.write(4, text(' and whole'));
    await file.complete();
    expect(String(await contentOf(under, '/a.edi'))).toBe('half and whole');
    const lost = await files.openToWrite('/b.tmp', 'create');
    await files.rename('/b.tmp', '/b.edi');
    await lost.close();
    expect(await seen(under)).toEqual(['a.edi']);
  });

  it('keeps its own name when the older file of that name gets another', async () => {
    const { files, under } = home({ quotaBytes: 20 });
    await plant(under, '/a.edi', 'older');
    const file = await written(files, '/a.edi', 'newer');
    await files.rename('/a.edi', '/a.bak.edi');
    await file.complete();
    expect(String(await contentOf(under, '/a.edi'))).toBe('newer');
    expect(String(await contentOf(under, '/a.bak.edi'))).toBe('older');
    await expect(written(files, '/b.edi', '12345678901')).rejects.toMatchObject({ code: 'no-space' });
    await (await written(files, '/c.edi', '1234567890')).complete();
  });

  it('goes on from what an earlier connection had sent, which can complete it no more', async () => {
    const { files, under } = home();
    const old = await written(files, '/a.edi', 'one');
    const resumed = await written(files, '/a.edi', ' two', 'write');
    await expect(old.write(3, text('!'))).rejects.toMatchObject({ code: 'failed' });
    await expect(old.complete()).rejects.toMatchObject({ code: 'failed' });
    await resumed.complete();
    expect(String(await contentOf(under, '/a.edi'))).toBe('one two');
    expect(await seen(under)).toEqual(['a.edi']);
  });

  it('is not opened twice where it must be new, and replaces nothing that came meanwhile', async () => {
    const { files, under } = home();
    const file = await written(files, '/a.edi', 'first', 'create');
    await expect(files.openToWrite('/a.edi', 'create')).rejects.toMatchObject({ code: 'exists' });
    await plant(under, '/a.edi', 'of the application');
    await expect(file.complete()).rejects.toMatchObject({ code: 'exists' });
    expect(await seen(under)).toEqual(['a.edi']);
    expect(String(await contentOf(under, '/a.edi'))).toBe('of the application');
  });

  it('has lost once a rename gives another its name, which is told of, and is then as finished as any', async () => {
    const { files, under } = home({ rights: { remove: false } });
    const told: string[] = [];
    const uploaded: Uploaded = async ({ path, size }) => void told.push(`${path} ${size}`);
    const uploads = new Uploads({ user: 'ann', files, protocol: 'sftp', uploaded });
    const left = await written(files, '/a.edi', 'ha');
    await uploads.close(await written(files, '/a.tmp', 'whole'));
    expect(await uploads.rename('/a.tmp', '/a.edi')).toBe(true);
    expect(told).toEqual(['/a.edi 5']);
    await expect(files.openToWrite('/a.edi', 'replace')).rejects.toMatchObject({ code: 'denied' });
    await expect(left.write(2, text('lf'))).rejects.toMatchObject({ code: 'failed' });
    await expect(uploads.close(left)).rejects.toMatchObject({ code: 'failed' });
    expect(String(await contentOf(under, '/a.edi'))).toBe('whole');
    expect(await seen(under)).toEqual(['a.edi']);
  });

  it('stays where it is when a directory is to move into itself, which is no fault of the server', async () => {
    const { files, under } = home();
    await files.makeDirectory('/d');
    await plant(under, '/d/a.edi', 'older');
    for (const [from, to] of [
      ['/d', '/d/e'],
      ['/', '/e'],
    ] as const)
      await expect(files.rename(from, to)).rejects.toMatchObject({ code: 'denied' });
    expect(String(await contentOf(under, '/d/a.edi'))).toBe('older');
  });

  it('is removed by its name, and moves with its directory', async () => {
    const { files, under } = home();
    await files.makeDirectory('/in');
    const file = await written(files, '/in/a.edi', 'half');
    await files.rename('/in', '/out');
    await files.setModified('/out/a.edi', 86_400_000);
    await file.complete();
    expect(await under.stat('/out/a.edi')).toMatchObject({ size: 4, modified: 86_400_000 });
    const gone = await written(files, '/b.edi', 'half');
    await files.remove('/b.edi');
    await expect(gone.complete()).rejects.toMatchObject({ code: 'failed' });
    expect(await seen(under)).toEqual(['out']);
  });

  it('takes no name of ours from a user, nor shows one', async () => {
    const { files, under } = home();
    await plant(under, '/.ediloom-upload-1', 'x');
    const refused = { code: 'name-refused' };
    await expect(files.openToWrite('/.ediloom-upload-1', 'replace')).rejects.toMatchObject(refused);
    await expect(files.makeDirectory('/.ediloom-upload-2')).rejects.toMatchObject(refused);
    await plant(under, '/a.edi', 'a');
    await expect(files.rename('/a.edi', '/.ediloom-upload-3')).rejects.toMatchObject(refused);
    for (const step of ['remove', 'openToRead'] as const) {
      await expect(files[step]('/.ediloom-upload-1')).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(await files.stat('/.ediloom-upload-1')).toBeUndefined();
    expect((await files.list('/')).map(({ name }) => name)).toEqual(['a.edi']);
  });
});

describe('a backslash in a new name', () => {
  it('is a character as any other, unless the home is one that Windows reads', async () => {
    const name = '/..\\..\\x.edi';
    const { files, under } = home();
    await (await written(files, name, 'x')).complete();
    expect(await seen(under)).toEqual([name.slice(1)]);
    const windows = new UserFiles({ name: 'ann', files: under, refuseBackslash: true });
    const refused = { code: 'name-refused' };
    await expect(windows.openToWrite(name, 'replace')).rejects.toMatchObject(refused);
    await expect(windows.openToWrite('/.\\x', 'create')).rejects.toMatchObject(refused);
    await expect(windows.makeDirectory('/a\\b')).rejects.toMatchObject(refused);
    await windows.rename(name, '/x.edi');
    await expect(windows.rename('/x.edi', name)).rejects.toMatchObject(refused);
    expect(await seen(under)).toEqual(['x.edi']);
  });
});

describe('an upload of which a write was refused', () => {
  it.each([
    ['no-space', { quotaBytes: 10 }],
    ['too-large', { maxFileBytes: 10 }],
  ] as const)('is not complete when it is closed, as clients do (%s)', async (code, limit) => {
    const { files, under } = home(limit);
    await plant(under, '/old.edi', 'old');
    const told: string[] = [];
    const uploaded: Uploaded = async ({ path }) => void told.push(path);
    const uploads = new Uploads({ user: 'ann', files, protocol: 'sftp', uploaded });
    for (const path of ['/new.edi', '/old.edi']) {
      const file = await files.openToWrite(path, 'replace');
      await file.write(0, bytes(5));
      await expect(file.write(5, bytes(6))).rejects.toMatchObject({ code });
      await expect(uploads.close(file)).rejects.toMatchObject({ code });
    }
    expect(told).toEqual([]);
    expect(await seen(under)).toEqual(['old.edi']);
    expect(String(await contentOf(under, '/old.edi'))).toBe('old');
  });

  it('stays as far as it came under a temporary name, where it can be gone on with', async () => {
    const { files, under } = home({ quotaBytes: 10 });
    const file = await files.openToWrite('/a.edi.part', 'replace');
    await file.write(0, bytes(5));
    await expect(file.write(5, bytes(6))).rejects.toMatchObject({ code: 'no-space' });
    await file.complete();
    expect(await under.stat('/a.edi.part')).toMatchObject({ size: 5 });
  });
});

describe('an upload that cannot begin with the older file', () => {
  it('leaves nothing open, and the older file as it was', async () => {
    const plain = createMemoryFiles();
    await plant(plain, '/a.edi', 'older');
    const open = new Set<VirtualFile>();
    const under = standIn(plain, {
      open: async (path, mode) => {
        const file = standIn(await plain.open(path, mode), {
          write: async () => {
            throw new VirtualFilesError('no-space');
          },
          close: async () => void open.delete(file),
        });
        open.add(file);
        return file;
      },
    });
    const file = await home({ files: under }).files.openToWrite('/a.edi', 'write');
    await expect(file.write(5, text(' more'))).rejects.toMatchObject({ code: 'no-space' });
    await file.close();
    expect(open.size).toBe(0);
    expect(String(await contentOf(plain, '/a.edi'))).toBe('older');
  });

  function standIn<T extends object>(plain: T, other: Partial<T>): T {
    return new Proxy(plain, {
      get: (target, name) => {
        const member: unknown = Reflect.get(name in other ? other : target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }
});

describe('the quota, while uploads are under way', () => {
  const over = { code: 'no-space' };
  /** Fills the home to its last byte, which tells how much is counted. */
  async function roomOf(files: UserFiles): Promise<number> {
    const probe = await files.openToWrite('/probe.edi', 'replace');
    let room = 0;
    for (; room < 2000; room += 50) if (await probe.truncate(room + 50).catch(() => true)) break;
    await probe.close();
    return room;
  }

  it('counts a replacing file in the place of the replaced one, and gives back what is given up', async () => {
    const { files, under } = home({ quotaBytes: 1000 });
    await plant(under, '/a.edi', bytes(600));
    expect(await roomOf(files)).toBe(400);
    const file = await files.openToWrite('/a.edi', 'replace');
    await file.write(0, bytes(1000));
    await expect(file.write(1000, bytes(1))).rejects.toMatchObject(over);
    expect(await roomOf(files)).toBe(0);
    await file.close();
    expect(await roomOf(files)).toBe(400);
    const appended = await files.openToWrite('/a.edi', 'write');
    await appended.write(600, bytes(200));
    expect(await roomOf(files)).toBe(200);
    await appended.complete();
    expect(await roomOf(files)).toBe(200);
    await (await files.openToWrite('/a.edi', 'replace')).complete();
    expect(await roomOf(files)).toBe(1000);
  });

  it('is right after a recount in the middle of a replacement', async () => {
    let now = 0;
    const under = createMemoryFiles();
    await plant(under, '/a.edi', bytes(600));
    const files = new UserFiles({ name: 'ann', files: under, quotaBytes: 1000 }, { now: () => now });
    const file: UserFile = await files.openToWrite('/a.edi', 'replace');
    await file.write(0, bytes(900));
    now = 10_000;
    expect(await roomOf(files)).toBe(100);
    await file.complete();
    expect(await roomOf(files)).toBe(100);
  });
});

describe('what a killed process left', () => {
  it('is removed when the user comes back, before anything is counted', async () => {
    const under = createMemoryFiles({ now: () => 1000 });
    await under.makeDirectory('/in');
    await plant(under, '/in/.ediloom-upload-00', bytes(900));
    await plant(under, '/in/a.edi', bytes(50));
    const visit = new Homes({ now: () => 2000 }).enter({ name: 'ann', files: under, quotaBytes: 1000 }, 1);
    const file = await visit?.files.openToWrite('/in/b.edi', 'create');
    await file?.write(0, bytes(900));
    await file?.complete();
    expect(await seen(under, '/in')).toEqual(['a.edi', 'b.edi']);
  });

  it('is left where another process writes to it still', async () => {
    let now = 1000;
    const under = createMemoryFiles({ now: () => now });
    await plant(under, '/.ediloom-upload-00', 'old');
    now = 3000;
    await plant(under, '/.ediloom-upload-01', 'young');
    expect(await sweepHome(under, 2000)).toBe(1);
    expect(await under.stat('/.ediloom-upload-01')).toBeDefined();
  });
});
