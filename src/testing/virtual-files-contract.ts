import type { VirtualFiles } from '../transports/virtual-files/virtual-files.js';
import { type ContractCheck, demand, demandBytes, demandCode, demandEqual } from './contract-check.js';

type Check = (files: VirtualFiles) => Promise<void>;

/**
 * What every adapter of {@link VirtualFiles} must do, one check each; `make` gives an empty tree for one check. That nothing
 * outside is reached, and what a kill leaves, is for the adapter's own tests.
 *
 *     for (const check of virtualFilesContract(() => emptyTree())) it(check.name, check.run);
 */
export function virtualFilesContract(make: () => VirtualFiles | Promise<VirtualFiles>): readonly ContractCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({ name, run: async () => check(await make()) }));
}

const CHECKS: Readonly<Record<string, Check>> = {
  async 'knows its root, and nothing else in an empty tree'(files) {
    const root = await files.stat('/');
    demandEqual([root?.name, root?.kind, root?.size], ['/', 'directory', 0], 'the root');
    demandEqual(await files.list('/'), [], 'the list of an empty root');
    demandEqual(await files.stat('/none'), undefined, 'stat of a missing file');
    demandEqual(await files.stat('/none/below'), undefined, 'stat below a missing directory');
  },
  async 'gives back what was written'(files) {
    await put(files, '/a', text('one two'));
    demandBytes(await get(files, '/a'), text('one two'), 'the file');
    const entry = await files.stat('/a');
    demandEqual([entry?.name, entry?.kind, entry?.size], ['a', 'file', 7], 'its entry');
    demand(Math.abs((entry?.modified ?? 0) - Date.now()) < 60_000, 'the time of the change is not now');
  },
  async 'writes at offsets, over what is there and behind the end'(files) {
    const file = await files.open('/a', 'create');
    await file.write(0, text('aaaa'));
    await file.write(1, text('bb'));
    await file.write(6, text('c'));
    demandBytes(await file.read(0, 100), Uint8Array.of(97, 98, 98, 97, 0, 0, 99), 'the file');
    demandBytes(await file.read(2, 3), Uint8Array.of(98, 97, 0), 'its middle');
    demandBytes(await file.read(7, 5), new Uint8Array(0), 'what is behind its end');
    await file.truncate(2);
    await file.truncate(4);
    demandBytes(await file.read(0, 9), Uint8Array.of(97, 98, 0, 0), 'the file after cutting and growing');
    demandEqual((await file.stat()).size, 4, 'its size');
    await file.sync();
    await file.close();
  },
  async 'keeps 3 MB written in pieces of odd sizes'(files) {
    const bytes = Uint8Array.from({ length: 3_000_001 }, (_, i) => (i * 31 + (i >> 9)) & 255);
    const file = await files.open('/big', 'replace');
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 3) % 65_521 || 1) {
      await file.write(at, bytes.subarray(at, at + size));
    }
    await file.close();
    demandBytes(await get(files, '/big'), bytes, 'the file');
  },
  async 'opens by the mode'(files) {
    await demandCode('not-found', () => files.open('/a', 'read'), 'reading a missing file');
    await (await files.open('/a', 'write')).close();
    await put(files, '/a', text('kept'));
    await demandCode('exists', () => files.open('/a', 'create'), 'creating what is there');
    await (await files.open('/a', 'write')).close();
    demandBytes(await get(files, '/a'), text('kept'), 'a file opened to write');
    await (await files.open('/a', 'replace')).close();
    demandEqual((await files.stat('/a'))?.size, 0, 'the size of a file opened to replace');
    for (const mode of ['read', 'write', 'replace', 'create'] as const) {
      await demandCode('is-a-directory', () => files.open('/', mode), `opening the root to ${mode}`);
    }
    await demandCode('not-found', () => files.open('/none/a', 'create'), 'creating in a missing directory');
    const reading = await files.open('/a', 'read');
    await demandCode('denied', () => reading.write(0, text('x')), 'writing to what was opened to read');
    await reading.close();
    await demandCode('failed', () => reading.read(0, 1), 'reading after close');
    await reading.close();
  },
  async 'creates a name for one of many at once'(files) {
    const tries = Array.from({ length: 20 }, () => files.open('/one', 'create').then((file) => file.close()));
    const won = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
    demandEqual(won.length, 1, 'how many made the file');
  },
  async 'lists the same in batches, where it can'(files) {
    if (files.batches === undefined) return;
    await files.makeDirectory('/in');
    for (let at = 0; at < 350; at++) await put(files, `/in/${at}`, text('x'));
    const names: string[] = [];
    for await (const batch of files.batches('/in')) names.push(...batch.map(({ name }) => name));
    const listed = (await files.list('/in')).map(({ name }) => name);
    demandEqual(names.sort(), listed.sort(), 'the names in all batches');
    demandEqual(new Set(names).size, 350, 'how many there are');
    const first = (path: string) => async () => void (await files.batches?.(path)[Symbol.asyncIterator]().next());
    await demandCode('not-found', first('/none'), 'batches of a missing directory');
    await demandCode('not-a-directory', first('/in/1'), 'batches of a file');
  },
  async 'lists what is in a directory, and only that'(files) {
    await files.makeDirectory('/in');
    await put(files, '/in/b', text('bb'));
    await put(files, '/in/a', text('a'));
    await files.makeDirectory('/in/deep');
    await put(files, '/in/deep/c', text('c'));
    const names = (await files.list('/in')).map(({ name, kind, size }) => [name, kind, size]);
    demandEqual(
      names.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      [
        ['a', 'file', 1],
        ['b', 'file', 2],
        ['deep', 'directory', 0],
      ],
      'the list',
    );
    await demandCode('not-found', () => files.list('/none'), 'listing a missing directory');
    await demandCode('not-a-directory', () => files.list('/in/a'), 'listing a file');
  },
  async 'takes names as they are'(files) {
    const names = [
      ' lead',
      'two  words',
      'é-ü-日本',
      'quote\'"`',
      '%2e%2e',
      '...',
      '-rf',
      '~',
      '$HOME',
      'x'.repeat(255),
    ];
    for (const name of names) await put(files, `/${name}`, text(name));
    demandEqual((await files.list('/')).map(({ name }) => name).sort(), [...names].sort(), 'the list');
    for (const name of names) demandBytes(await get(files, `/${name}`), text(name), 'a file');
  },
  async 'keeps to its root, and refuses names that no file has'(files) {
    await put(files, '/../../../up', text('inside'));
    demandEqual(
      (await files.list('/')).map(({ name }) => name),
      ['up'],
      'the list of the root',
    );
    for (const wrong of ['/nul\0', '/line\nbreak', `/${'x'.repeat(256)}`, `/${'d/'.repeat(3000)}x`]) {
      await demandCode('name-refused', () => files.open(wrong, 'create'), 'such a name');
    }
  },
  async 'renames, and replaces only when told to'(files) {
    await files.makeDirectory('/done');
    await put(files, '/a', text('a'));
    await put(files, '/b', text('b'));
    await demandCode('exists', () => files.rename('/a', '/b'), 'renaming onto a file');
    await demandCode('exists', () => files.rename('/a', '/a'), 'renaming onto itself');
    await demandCode('exists', () => files.rename('/a', '/done'), 'renaming onto a directory');
    await demandCode('not-found', () => files.rename('/none', '/c'), 'renaming what is missing');
    await demandCode('not-found', () => files.rename('/a', '/none/a'), 'renaming into a missing directory');
    demandBytes(await get(files, '/b'), text('b'), 'the target of refused renames');
    await files.rename('/a', '/b', { overwrite: true });
    demandBytes(await get(files, '/b'), text('a'), 'the replaced file');
    demandEqual(await files.stat('/a'), undefined, 'the old name');
    await demandCode('is-a-directory', () => files.rename('/b', '/done', { overwrite: true }), 'replacing a directory');
    await files.rename('/b', '/done/c');
    demandBytes(await get(files, '/done/c'), text('a'), 'the moved file');
    await files.rename('/done', '/old');
    demandBytes(await get(files, '/old/c'), text('a'), 'a file in a renamed directory');
  },
  async 'lets one of many at once have a target'(files) {
    const names = Array.from({ length: 20 }, (_, i) => `/from-${i}`);
    for (const name of names) await put(files, name, text(name));
    const ends = await Promise.allSettled(names.map((name) => files.rename(name, '/to')));
    const won = names.filter((_, i) => ends[i]?.status === 'fulfilled');
    demandEqual(won.length, 1, 'how many renamed');
    demandBytes(await get(files, '/to'), text(won[0] ?? ''), 'the target');
    demandEqual((await files.list('/')).length, 20, 'the number of files');
  },
  async 'removes files and empty directories, each by its own step'(files) {
    await files.makeDirectory('/in');
    await put(files, '/in/a', text('a'));
    await demandCode('is-a-directory', () => files.remove('/in'), 'removing a directory as a file');
    await demandCode('not-empty', () => files.removeDirectory('/in'), 'removing a directory with a file');
    await demandCode('not-a-directory', () => files.removeDirectory('/in/a'), 'removing a file as a directory');
    await demandCode('exists', () => files.makeDirectory('/in'), 'making a directory twice');
    await demandCode('not-found', () => files.makeDirectory('/none/in'), 'making it in a missing one');
    await files.remove('/in/a');
    await files.removeDirectory('/in');
    await demandCode('not-found', () => files.remove('/in/a'), 'removing what is missing');
    await demandCode('not-found', () => files.removeDirectory('/in'), 'removing a missing directory');
    demandEqual(await files.list('/'), [], 'what is left');
  },
  async 'keeps a file open while its name is taken away'(files) {
    await put(files, '/a', text('still here'));
    const file = await files.open('/a', 'read');
    await files.remove('/a');
    await put(files, '/a', text('another'));
    demandBytes(await file.read(0, 99), text('still here'), 'the open file');
    await file.close();
  },
  async 'sets the time of the last change'(files) {
    await put(files, '/a', text('a'));
    await files.setModified('/a', 1_700_000_000_000);
    demandEqual((await files.stat('/a'))?.modified, 1_700_000_000_000, 'the time');
    await demandCode('not-found', () => files.setModified('/none', 0), 'setting it on a missing file');
  },
};

async function put(files: VirtualFiles, path: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(path, 'replace');
  await file.write(0, bytes);
  await file.close();
}

async function get(files: VirtualFiles, path: string): Promise<Uint8Array> {
  const file = await files.open(path, 'read');
  try {
    return await file.read(0, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
