import { fork } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/delivery/journal.js';
import { createFileJournal } from '../../src/stores/file-journal.js';
import { journalContract } from '../../src/testing/journal-contract.js';
import { TemporaryFolder } from '../cli/temporary-folder.js';

const temporary = new TemporaryFolder();
let directories = 0;

function emptyDirectory(): string {
  const directory = temporary.at(`journal-${++directories}`);
  mkdirSync(directory);
  return directory;
}

const entry = (id: string, at = '2026-01-01T00:00:00.000Z'): JournalEntry => {
  return { kind: 'delivery', id, state: 'uploading', facts: { size: 1 }, at };
};

describe('a journal in files', () => {
  const make = () => {
    const directory = emptyDirectory();
    return { open: () => createFileJournal({ directory }) };
  };
  for (const check of journalContract(make, { durable: true })) it(check.name, check.run);

  it('lets one of several processes add', async () => {
    const directory = emptyDirectory();
    const program = temporary.at('add.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('adding-process.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    const ends = Array.from({ length: 4 }, (_, number) => {
      const child = fork(program, [directory, String(number), '40']);
      return new Promise<readonly string[]>((resolve, reject) => {
        child.on('message', (won) => resolve(Array.isArray(won) ? won.map(String) : []));
        child.on('error', reject);
        child.on('exit', (code) => code === 0 || reject(new Error(`a process ended with ${code}`)));
      });
    });
    const won = (await Promise.all(ends)).flat().sort();
    expect(won).toEqual(Array.from({ length: 40 }, (_, i) => `id-${i}`).sort());
    expect(readdirSync(directory).filter((name) => !name.startsWith('delivery-'))).toEqual([]);
  });

  it('holds one file an entry and nothing else, which a person can read', async () => {
    const directory = emptyDirectory();
    const journal = createFileJournal({ directory });
    for (let turn = 0; turn < 5; turn++) await journal.write(entry('a'));
    await journal.add(entry('b'));
    await journal.add(entry('b'));
    const names = readdirSync(directory);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^delivery-[0-9a-f]{64}\.json$/);
    const [line = ''] = readFileSync(join(directory, names[0] ?? ''), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ kind: 'delivery', state: 'uploading' });
  });

  it('loses the preparations of processes that were killed long ago, and no others', async () => {
    const directory = emptyDirectory();
    for (const name of ['new-old', 'new-young', 'mine']) writeFileSync(join(directory, name), '');
    utimesSync(join(directory, 'new-old'), new Date(0), new Date(0));
    await createFileJournal({ directory }).write(entry('a'));
    expect(
      readdirSync(directory)
        .filter((name) => !name.startsWith('delivery-'))
        .sort(),
    ).toEqual(['mine', 'new-young']);
  });

  it('forgets what is old, where it may', async () => {
    const journal = createFileJournal({ directory: emptyDirectory() });
    await journal.write(entry('old'));
    await journal.write({ ...entry('done'), state: 'delivered' });
    await journal.write(entry('new', '2026-02-01T00:00:00.000Z'));
    const before = new Date('2026-01-15T00:00:00.000Z');
    expect(await journal.prune(before, ({ state }) => state === 'delivered')).toBe(1);
    expect(await journal.read('delivery', 'done')).toBeUndefined();
    expect(await journal.prune(before)).toBe(1);
    expect(await journal.prune(before)).toBe(0);
    expect(await journal.read('delivery', 'new')).toBeDefined();
  });
});

describe('an entry that is written anew while the old ones are forgotten', () => {
  const before = new Date('2026-01-15T00:00:00.000Z');
  const old = entry('a');
  const anew = entry('a', '2026-02-01T00:00:00.000Z');

  it('stays', async () => {
    const [directory, elsewhere] = [emptyDirectory(), emptyDirectory()];
    const journal = createFileJournal({ directory });
    await journal.write(old);
    await createFileJournal({ directory: elsewhere }).write(anew);
    const [name = ''] = readdirSync(elsewhere);
    const asked: string[] = [];
    const removed = await journal.prune(before, ({ at }) => {
      // As another process does it: one step, between the look at the entry and its removal.
      if (asked.push(at) === 1) renameSync(join(elsewhere, name), join(directory, name));
      return true;
    });
    expect(removed).toBe(0);
    expect(await journal.read('delivery', 'a')).toEqual(anew);
    expect(readdirSync(directory)).toEqual([name]);
  });

  it('has its name again after a kill, unless a newer one has it', async () => {
    const directory = emptyDirectory();
    await createFileJournal({ directory }).write(anew);
    const [name = ''] = readdirSync(directory);
    renameSync(join(directory, name), join(directory, 'aside-1'));
    const journal = createFileJournal({ directory });
    expect(await journal.read('delivery', 'a')).toEqual(anew);
    await journal.write(entry('a', '2026-03-01T00:00:00.000Z'));
    renameSync(join(directory, name), join(directory, 'aside-2'));
    await journal.write(old);
    await createFileJournal({ directory }).add(entry('b'));
    expect(await journal.read('delivery', 'a')).toEqual(old);
    expect(readdirSync(directory).filter((left) => left.startsWith('aside-'))).toEqual([]);
  });
});

describe('a damaged file', () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'that is empty': (file) => truncateSync(file, 0),
    'that is cut': (file) => truncateSync(file, 40),
    'with one letter changed': (file) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('uploading', 'uploadinG')),
    'with something behind': (file) => writeFileSync(file, `${readFileSync(file, 'utf8')}x`),
    'that is no JSON': (file) => writeFileSync(file, 'x\n'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`${name} is named, and never taken for no entry`, async () => {
      const directory = emptyDirectory();
      const journal = createFileJournal({ directory });
      await journal.write(entry('a'));
      const file = join(directory, readdirSync(directory)[0] ?? '');
      damage(file);
      const damaged = { code: 'X12_JOURNAL_DAMAGED', details: { file }, message: expect.stringContaining(file) };
      await expect(journal.read('delivery', 'a')).rejects.toMatchObject(damaged);
      await expect(journal.add(entry('a'))).rejects.toMatchObject(damaged);
      await expect(journal.list('delivery')[Symbol.asyncIterator]().next()).rejects.toMatchObject(damaged);
      // Writing it anew is how a caller that knows better mends it.
      await journal.write(entry('a'));
      expect((await journal.read('delivery', 'a'))?.id).toBe('a');
    });
  }

  it('that belongs to another id is damaged too', async () => {
    const directory = emptyDirectory();
    const journal = createFileJournal({ directory });
    await journal.write(entry('a'));
    const [first = ''] = readdirSync(directory);
    await journal.write(entry('b'));
    const second = readdirSync(directory).find((name) => name !== first) ?? '';
    renameSync(join(directory, first), join(directory, second));
    await expect(journal.read('delivery', 'b')).rejects.toMatchObject({ code: 'X12_JOURNAL_DAMAGED' });
  });
});

describe('a journal that cannot be used', () => {
  it('says that the directory is missing, and does not take it for an empty one', async () => {
    const directory = temporary.at('not-mounted');
    const journal = createFileJournal({ directory });
    const unavailable = { code: 'X12_JOURNAL_UNAVAILABLE', details: { directory, systemCode: 'ENOENT' } };
    await expect(journal.read('delivery', 'a')).rejects.toMatchObject(unavailable);
    await expect(journal.write(entry('a'))).rejects.toMatchObject(unavailable);
    await expect(journal.add(entry('a'))).rejects.toMatchObject(unavailable);
    await expect(journal.list('delivery')[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
    expect(existsSync(directory)).toBe(false);
    mkdirSync(directory);
    await journal.write(entry('a'));
    rmSync(directory, { recursive: true });
    await expect(journal.read('delivery', 'a')).rejects.toMatchObject(unavailable);
  });

  it('refuses a directory without a name', () => {
    expect(() => createFileJournal({ directory: '' })).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'directory' } }),
    );
  });
});
