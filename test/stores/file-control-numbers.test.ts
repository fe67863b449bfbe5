import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ControlNumberScope } from '../../src/envelope/control-number-scope.js';
import type { ControlNumbers } from '../../src/envelope/control-numbers.js';
import { createFileControlNumbers } from '../../src/stores/file-control-numbers.js';
import { controlNumbersContract } from '../../src/testing/control-numbers-contract.js';
import { TemporaryFolder } from '../cli/temporary-folder.js';
import { AllocatingProcess, bundleAllocate } from './allocating-process.js';
import { groupTo, ISA } from './scopes.js';

const temporary = new TemporaryFolder();
let directories = 0;

function emptyDirectory(): string {
  const directory = temporary.at(`store-${++directories}`);
  mkdirSync(directory);
  return directory;
}

/** The folder of the only scope in the directory. */
function onlyFolder(directory: string): string {
  const names = readdirSync(directory);
  expect(names).toHaveLength(1);
  return join(directory, names[0] ?? '');
}

async function used(
  scope: ControlNumberScope = ISA,
): Promise<{ directory: string; folder: string; open: () => ControlNumbers }> {
  const directory = emptyDirectory();
  const open = (): ControlNumbers => createFileControlNumbers({ directory });
  await open().next(scope, 6);
  return { directory, folder: onlyFolder(directory), open };
}

describe('control numbers in files', () => {
  const make = () => {
    const directory = emptyDirectory();
    return { open: (options = {}) => createFileControlNumbers({ directory, ...options }) };
  };
  for (const check of controlNumbersContract(make, { durable: true })) it(check.name, check.run);
});

describe('the directory', () => {
  it('holds two files a scope however many numbers were taken, and a person can read them', async () => {
    const { folder, open } = await used();
    for (let turn = 0; turn < 30; turn++) await open().next(ISA);
    expect(readdirSync(folder).sort()).toEqual(['next-000000037', 'scope.txt']);
    expect(readFileSync(join(folder, 'scope.txt'), 'utf8')).toMatch(/^scope: interchange:ZZ:ALPHA:01:123456789:\n/);
  });

  it('takes any characters in a scope, and tells letter case apart on any file system', async () => {
    const odd = ['../../up', 'NUL', 'a/b\\c:*?"<>|', '\0', '.', '', 'Ä\ud800', 'x'.repeat(4000), 'Case', 'cASE'];
    const directory = emptyDirectory();
    const numbers = createFileControlNumbers({ directory });
    for (const text of odd) expect(await numbers.next(groupTo(text))).toBe(1);
    const names = readdirSync(directory);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(odd.length);
    for (const name of names) expect(name).toMatch(/^group-[0-9a-f]{32}$/);
    for (const text of odd) expect(await createFileControlNumbers({ directory }).peek(groupTo(text))).toBe(2);
  });

  it('is not touched by a peek', async () => {
    const directory = emptyDirectory();
    expect(await createFileControlNumbers({ directory, start: 12 }).peek(ISA)).toBe(12);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('loses the preparations of processes that were killed long ago, and no others', async () => {
    const directory = emptyDirectory();
    for (const name of ['new-old', 'new-young', 'old-away', 'mine']) {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, 'next-000000001'), '');
    }
    utimesSync(join(directory, 'new-old'), new Date(0), new Date(0));
    expect(await createFileControlNumbers({ directory }).next(ISA)).toBe(1);
    const left = readdirSync(directory).filter((name) => !name.startsWith('interchange-'));
    expect(left.sort()).toEqual(['mine', 'new-young']);
  });
});

describe('a store that cannot be used', () => {
  const unavailable = (systemCode?: string) => ({
    code: 'X12_CONTROL_NUMBERS_UNAVAILABLE',
    ...(systemCode === undefined ? {} : { details: { systemCode } }),
  });

  it('says that the directory is missing, and does not begin anew', async () => {
    const directory = temporary.at('not-mounted');
    const numbers = createFileControlNumbers({ directory });
    for (const call of [() => numbers.next(ISA), () => numbers.peek(ISA), () => numbers.set(ISA, 3)]) {
      await expect(call()).rejects.toMatchObject(unavailable());
    }
    expect(existsSync(directory)).toBe(false);
    mkdirSync(directory);
    expect(await numbers.next(ISA)).toBe(1);
    rmSync(directory, { recursive: true });
    await expect(numbers.next(ISA)).rejects.toMatchObject(unavailable());
  });

  it('says that it is no directory', async () => {
    const directory = temporary.file('plain.txt', 'text');
    await expect(createFileControlNumbers({ directory }).next(ISA)).rejects.toMatchObject(unavailable('ENOTDIR'));
  });

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('says that it may not write, and goes on where it was once it may', async () => {
    const { directory, folder, open } = await used();
    chmodSync(folder, 0o555);
    chmodSync(directory, 0o555);
    await expect(open().next(ISA)).rejects.toMatchObject(unavailable('EACCES'));
    await expect(open().next(groupTo('NEW'))).rejects.toMatchObject(unavailable('EACCES'));
    expect(await open().peek(ISA)).toBe(7);
    chmodSync(directory, 0o755);
    chmodSync(folder, 0o755);
    expect(await open().next(ISA)).toBe(7);
  });

  it('refuses a directory without a name', () => {
    expect(() => createFileControlNumbers({ directory: '' })).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'directory' } }),
    );
  });
});

describe('a damaged folder', () => {
  const damages: Readonly<Record<string, (folder: string) => void>> = {
    'without a state': (folder) => rmSync(join(folder, 'next-000000007')),
    'without anything': (folder) => {
      rmSync(join(folder, 'next-000000007'));
      rmSync(join(folder, 'scope.txt'));
    },
    'with two states': (folder) => writeFileSync(join(folder, 'next-000000003'), ''),
    'with a state of 0': (folder) => renameSync(join(folder, 'next-000000007'), join(folder, 'next-000000000')),
    'with a state beyond the end': (folder) =>
      renameSync(join(folder, 'next-000000007'), join(folder, 'next-1000000001')),
    'with a state that is no number': (folder) =>
      renameSync(join(folder, 'next-000000007'), join(folder, 'next-000000007.bak')),
    'without its scope': (folder) => rmSync(join(folder, 'scope.txt')),
    "with another's scope": (folder) => writeFileSync(join(folder, 'scope.txt'), 'scope: interchange:ZZ:BETA:01:1:\n'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`${name} gives no number and says what to do`, async () => {
      const { folder, open } = await used();
      damage(folder);
      const before = readdirSync(folder);
      const refusal = { code: 'X12_CONTROL_NUMBERS_DAMAGED', details: { folder } };
      await expect(open().next(ISA)).rejects.toMatchObject(refusal);
      await expect(open().next(ISA)).rejects.toThrow(
        /Stop all that use it, find the highest number sent.*set the counter/,
      );
      await expect(open().set(ISA, 50)).rejects.toMatchObject(refusal);
      expect(readdirSync(folder)).toEqual(before);
      // The advice works.
      rmSync(folder, { recursive: true });
      await open().set(ISA, 50);
      expect(await open().next(ISA)).toBe(50);
    });
  }

  it('that is gone is missed by a process that knew it', async () => {
    const { folder, open } = await used();
    const numbers = open();
    await numbers.next(ISA);
    rmSync(folder, { recursive: true });
    await expect(numbers.next(ISA)).rejects.toMatchObject({ code: 'X12_CONTROL_NUMBERS_DAMAGED' });
    await expect(numbers.peek(ISA)).rejects.toMatchObject({ code: 'X12_CONTROL_NUMBERS_DAMAGED' });
  });

  it('is not mistaken for a copy that was put in its place', async () => {
    const { directory, folder, open } = await used();
    await open().next(groupTo('DESK'));
    const other = readdirSync(directory).find((name) => name.startsWith('group-')) ?? '';
    rmSync(join(directory, other), { recursive: true });
    cpSync(folder, join(directory, other), { recursive: true });
    await expect(open().next(groupTo('DESK'))).rejects.toMatchObject({ code: 'X12_CONTROL_NUMBERS_DAMAGED' });
  });

  it('is named in no message by what the interchange says', async () => {
    const { folder, open } = await used({ ...ISA, senderId: 'CANARY' });
    rmSync(join(folder, 'scope.txt'));
    const error: unknown = await open()
      .next({ ...ISA, senderId: 'CANARY' })
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('damaged');
    expect(JSON.stringify([String(error), error])).not.toContain('CANARY');
  });
});

describe('several processes on one directory', () => {
  it.each([2, 5])('%i of them, 200 callers in all, get no number twice', async (processes) => {
    const program = await bundleAllocate(emptyDirectory());
    const directory = emptyDirectory();
    const callers = 200 / processes;
    const children = Array.from({ length: processes }, (_, index) => {
      const log = temporary.at(`log-${processes}-${index}`);
      return new AllocatingProcess(program, log, [directory, 'NEW', String(callers), '3']);
    });
    expect(await Promise.all(children.map((child) => child.ended))).toEqual(children.map(() => '0'));
    const given = children.flatMap((child) => child.given()).map(({ scope, number }) => `${scope} ${number}`);
    expect(given).toHaveLength(600);
    expect(new Set(given).size).toBe(600);
    const numbers = createFileControlNumbers({ directory });
    const ends = await Promise.all([ISA, groupTo('DESK'), groupTo('NEW')].map((scope) => numbers.peek(scope)));
    // Each caller takes one number of each scope, and nothing died: there is no gap.
    expect(ends).toEqual([201, 201, 201]);
    expect(readdirSync(directory)).toHaveLength(3);
  });
});
