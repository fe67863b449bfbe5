import { describe, expect, it } from 'vitest';
import { Homes } from '../../../src/transports/receiving/homes.js';
import type { ReceivingUser } from '../../../src/transports/receiving/receiving-user.js';
import { Slots } from '../../../src/transports/receiving/slots.js';
import { isTemporaryPath } from '../../../src/transports/receiving/temporary-name.js';
import { UserFiles } from '../../../src/transports/receiving/user-files.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';

const bytes = (count: number) => new Uint8Array(count);

async function put(files: UserFiles, path: string, count: number): Promise<void> {
  const file = await files.openToWrite(path, 'replace');
  try {
    await file.write(0, bytes(count));
    await file.complete();
  } finally {
    await file.close();
  }
}

function home(user: Partial<ReceivingUser> = {}, now?: () => number): { files: UserFiles; under: VirtualFiles } {
  const under = user.files ?? createMemoryFiles();
  return { files: new UserFiles({ name: 'ann', files: under, ...user }, now === undefined ? {} : { now }), under };
}

describe('the quota of a home', () => {
  it('counts what is there already, what is written, replaced, cut and removed', async () => {
    const under = createMemoryFiles();
    await under.makeDirectory('/in');
    const there = await under.open('/in/old', 'create');
    await there.write(0, bytes(400));
    const { files } = home({ files: under, quotaBytes: 1000 });
    await put(files, '/a', 600);
    await expect(put(files, '/b', 1)).rejects.toMatchObject({ code: 'no-space' });
    await put(files, '/a', 500);
    await put(files, '/b', 100);
    const file = await files.openToWrite('/b', 'write');
    await expect(file.write(100, bytes(1))).rejects.toMatchObject({ code: 'no-space' });
    await file.truncate(50);
    await file.write(50, bytes(50));
    await expect(file.truncate(200)).rejects.toMatchObject({ code: 'no-space' });
    await file.close();
    await files.remove('/in/old');
    await put(files, '/c', 400);
    await files.rename('/c', '/a', { overwrite: true });
    await put(files, '/d', 500);
    await expect(put(files, '/e', 1)).rejects.toMatchObject({ code: 'no-space' });
  });

  it('counts files and directories, too, as empty ones take no bytes', async () => {
    const { files } = home({ maxFiles: 3 });
    const full = { code: 'no-space' };
    await put(files, '/a', 0);
    await files.makeDirectory('/d');
    await put(files, '/.tmp-b', 0);
    await expect(put(files, '/c', 0)).rejects.toMatchObject(full);
    await expect(put(files, '/.tmp-c', 0)).rejects.toMatchObject(full);
    await expect(files.makeDirectory('/e')).rejects.toMatchObject(full);
    // What is there is written again, gone on with and renamed all the same.
    await put(files, '/a', 5);
    await put(files, '/.tmp-b', 5);
    await files.rename('/.tmp-b', '/b');
    await expect(files.openToWrite('/b', 'create')).rejects.toMatchObject({ code: 'exists' });
    await expect(files.makeDirectory('/d')).rejects.toMatchObject(full);
    await files.rename('/b', '/a', { overwrite: true });
    // Given back: what is cut, what fails, what is removed.
    await (await files.openToWrite('/c', 'replace')).close();
    await expect(files.makeDirectory('/d')).rejects.toMatchObject({ code: 'exists' });
    await expect(put(files, '/none/c', 0)).rejects.toMatchObject({ code: 'not-found' });
    await put(files, '/c', 0);
    await expect(put(files, '/e', 0)).rejects.toMatchObject(full);
    await files.remove('/c');
    await files.removeDirectory('/d');
    await put(files, '/e', 0);
    await files.makeDirectory('/d');
    await expect(put(files, '/f', 0)).rejects.toMatchObject(full);
  });

  it('takes 100,000 files where only bytes have a limit, and any number where nothing has', async () => {
    const under = createMemoryFiles();
    const entries = Array.from({ length: 100_000 }, (_, i) => ({
      ...{ name: `empty-${i}`, kind: 'file' as const, size: 0, modified: 0 },
    }));
    under.batches = async function* () {
      yield entries;
    };
    await expect(put(home({ files: under, quotaBytes: 1000 }).files, '/a', 1)).rejects.toMatchObject({
      code: 'no-space',
    });
    await put(home({ files: under, quotaBytes: 1000, maxFiles: 100_001 }).files, '/a', 1);
    await put(home({ files: under }).files, '/b', 1);
  });

  it('never takes twice as many, however a user works on one name at once', async () => {
    const { files, under } = home({ maxFiles: 5 });
    for (let round = 0; round < 20; round++) {
      await put(files, '/a', 1);
      const [first, second] = [await files.openToWrite('/a', 'replace'), await files.openToWrite('/a', 'replace')];
      await second.write(0, bytes(1));
      await files.rename('/a', '/spared');
      await files.remove('/spared');
      await second.complete();
      for (const file of [first, second]) await file.close();
      await files.remove('/a').catch(() => {});
    }
    for (let i = 0; i < 20; i++) await put(files, `/${i}`, 0).catch(() => {});
    expect((await under.list('/')).length).toBeLessThanOrEqual(10);
    expect((await under.list('/')).length).toBeGreaterThan(0);
  });

  it('sees that the application took files away', async () => {
    let now = 0;
    const { files, under } = home({ quotaBytes: 1000 }, () => now);
    await put(files, '/a', 1000);
    await under.remove('/a');
    await expect(put(files, '/b', 1000)).rejects.toMatchObject({ code: 'no-space' });
    now = 10_000;
    await put(files, '/b', 1000);
  });

  it('gives back what a failed write had taken', async () => {
    const { files } = home({ files: createMemoryFiles({ maxBytes: 500 }), quotaBytes: 1000 });
    await expect(put(files, '/a', 900)).rejects.toMatchObject({ code: 'no-space' });
    await put(files, '/b', 400);
  });

  it('has as many sessions as the server allows a user, where theirs are not counted apart', () => {
    const homes = new Homes();
    const user: ReceivingUser = { name: 'ann', files: createMemoryFiles() };
    expect([1, 2, 3].map(() => homes.enter(user, 2) !== undefined)).toEqual([true, true, false]);
  });

  it('is shared by the sessions of a user, and so is their number', async () => {
    const homes = new Homes();
    const user: ReceivingUser = { name: 'ann', files: createMemoryFiles(), quotaBytes: 100, maxSessions: 2 };
    const one = homes.enter(user, 9);
    const two = homes.enter({ ...user }, 9);
    expect(homes.enter(user, 9)).toBeUndefined();
    if (one === undefined || two === undefined) throw new Error('no session');
    await put(one.files, '/a', 80);
    await expect(put(two.files, '/b', 80)).rejects.toMatchObject({ code: 'no-space' });
    one.leave();
    one.leave();
    expect(homes.enter(user, 9)).toBeDefined();
    expect(homes.enter(user, 9)).toBeUndefined();
    expect(homes.enter({ ...user, name: 'bob' }, 9)).toBeDefined();
  });
});

describe('the limits of a file', () => {
  it('is its size, wherever it is written, and how far behind its end', async () => {
    const { files } = home({ maxFileBytes: 50_000_000 });
    const file = await files.openToWrite('/a', 'replace');
    await expect(file.write(50_000_000, bytes(1))).rejects.toMatchObject({ code: 'too-large' });
    await expect(file.write(40_000_000, bytes(1))).rejects.toMatchObject({ code: 'denied' });
    await expect(file.truncate(50_000_001)).rejects.toMatchObject({ code: 'too-large' });
    await file.write(1_000_000, bytes(1));
    expect((await file.stat()).size).toBe(1_000_001);
    await file.close();
    await file.close();
  });

  it('follows a file that is renamed while it is open, alone or with its directory', async () => {
    const { files } = home();
    await files.makeDirectory('/in');
    const file = await files.openToWrite('/in/.a', 'create');
    const staged = await files.openToWrite('/in/c', 'create');
    await files.rename('/in/.a', '/in/.b');
    await files.rename('/in', '/out');
    expect([file.path, staged.path]).toEqual(['/out/.b', '/out/c']);
    expect([files.isWriting('/out/.b'), files.isWriting('/out/c')]).toEqual([true, true]);
    await file.complete();
    await staged.complete();
    expect([files.isWriting('/out/.b'), files.isWriting('/out/c')]).toEqual([false, false]);
    expect((await files.list('/out')).map(({ name }) => name).sort()).toEqual(['.b', 'c']);
  });
});

describe('names of files being written', () => {
  it.each(['/.a', '/.tmp/a', '/a.tmp', '/a.edi.part', '/in/A.FilePart'])('knows %s', (path) => {
    expect(isTemporaryPath(path)).toBe(true);
  });

  it.each(['/a', '/in/a.edi', '/tmp/a', '/partial/a.edi', '/a.part.edi'])('takes %s as final', (path) => {
    expect(isTemporaryPath(path)).toBe(false);
  });
});

describe('slots', () => {
  it('counts by key and in all, and takes back once', () => {
    const slots = new Slots();
    const back = slots.take('a', 1);
    expect(slots.take('a', 1)).toBeUndefined();
    slots.take('b', 1);
    expect(slots.all).toBe(2);
    back?.();
    back?.();
    expect(slots.all).toBe(1);
    expect(slots.take('a', 1)).toBeDefined();
  });
});

it('homes are swept once a start, of as many users as are remembered, and never where nothing can be left', async () => {
  const homes = new Homes({ remember: 2 });
  const swept: string[] = [];
  const visit = async (name: string, forgetsStaged: boolean) => {
    const under = createMemoryFiles();
    const files = new Proxy(under, {
      get: (target, member) => {
        if (member === 'forgetsStaged') return forgetsStaged;
        if (member === 'list' || member === 'batches') swept.push(name);
        const own = Reflect.get(target, member);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
    const entered = homes.enter({ name, files }, 10);
    if (entered !== undefined) await put(entered.files, '/a', 1);
    entered?.leave();
  };
  for (const name of ['ann', 'ann', 'bob', 'ann']) await visit(name, false);
  for (let user = 0; user < 5; user++) await visit(`forgetful ${user}`, true);
  await visit('ann', false);
  const first = new Set(swept);
  expect([...first]).toEqual(['ann', 'bob']);
  const before = swept.length;
  await visit('cid', false);
  await visit('ann', false);
  expect(new Set(swept.slice(before))).toEqual(new Set(['cid', 'ann']));
});
