import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { commandProcess } from './run-process.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const runProcess = commandProcess();

const folder = new TemporaryFolder();
const DATA = new URL('../../fixtures/demo/850-purchase-order.json', import.meta.url).pathname;
const FLAGS = ['--guide', '850', '--sender', 'ZZ:BUYER', '--receiver', '01:SELLER', '--newline', 'lf'];
const broken = folder.file('broken.json', readFileSync(DATA, 'utf8').replace('"2026-04-01"', '"CANARYVALUE"'));

let made = 0;
function newDirectory(): string {
  const path = folder.at(`numbers-${++made}`);
  mkdirSync(path);
  return path;
}

/** The next number of every counter in a directory. */
function states(directory: string): readonly number[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => (/next-(\d+)$/.test(name) ? [Number(name.slice(-9))] : []));
}

function numbersOf(out: string): readonly string[] {
  return [...out.matchAll(/IEA\*\d+\*(\d+)|GE\*\d+\*(\d+)/g)].map(([, isa = '', gs = '']) => isa + gs);
}

describe('generate --control-numbers', () => {
  it('takes the next number in every run, and says which', async () => {
    const directory = newDirectory();
    const args = ['generate', DATA, ...FLAGS, '--control-numbers', directory];
    const [first, second] = [await runHere(args), await runHere(args)];
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(numbersOf(first.out)).toEqual(['1', '000000001']);
    expect(numbersOf(second.out)).toEqual(['2', '000000002']);
    expect(second.err).toBe('Control numbers taken: ISA13 000000002, GS06 2\n');
  });

  it('never gives a number twice to processes at once', async () => {
    const directory = newDirectory();
    const args = ['generate', DATA, ...FLAGS, '--control-numbers', directory];
    const outs = await Promise.all([runProcess(args), runProcess(args), runProcess(args)]);
    expect(outs.map(({ out }) => numbersOf(out)[1]).sort()).toEqual(['000000001', '000000002', '000000003']);
  });

  it('counts test and production apart if asked to', async () => {
    const directory = newDirectory();
    const args = ['generate', DATA, ...FLAGS, '--control-numbers', directory, '--separate-usage', '--usage'];
    expect(numbersOf((await runHere([...args, 'P'])).out)).toEqual(['1', '000000001']);
    expect(numbersOf((await runHere([...args, 'T'])).out)).toEqual(['1', '000000001']);
  });

  it('takes none when findings or a file in the way stop the writing', async () => {
    const directory = newDirectory();
    const numbers = ['--control-numbers', directory];
    const stopped = await runHere(['generate', broken, ...FLAGS, ...numbers]);
    expect(stopped).toMatchObject({ code: 1, out: '' });
    expect(stopped.err).not.toContain('CANARY');
    expect((await runHere(['generate', DATA, ...FLAGS, ...numbers, '-o', broken])).code).toBe(2);
    expect((await runHere(['generate', DATA, ...FLAGS, ...numbers, '-d', '**^~'])).code).toBe(2);
    expect(states(directory)).toEqual([]);
    const forced = await runHere(['generate', broken, ...FLAGS, ...numbers, '--despite-findings']);
    expect(forced.code).toBe(1);
    expect(forced.err.match(/^error/gm)).toHaveLength(stopped.err.match(/^error/gm)?.length ?? 0);
    expect(states(directory)).toEqual([2, 2]);
  });

  it('keeps the numbers of a document, unless told to renumber', async () => {
    const directory = newDirectory();
    const mixed = fixture('mixed-interchanges');
    for (const how of [[], ['--ndjson']]) {
      const json = folder.file('read.json', (await runHere(['parse', mixed, ...how])).out);
      const args = ['generate', json, '--control-numbers', directory];
      const kept = await runHere(args);
      expect(kept.code).toBe(0);
      expect(kept.err).toBe('No control number was taken: the input has its own. To give it new ones: --renumber\n');
      expect(kept.out).toBe(readFileSync(mixed, 'utf8'));
    }
    expect(states(directory)).toEqual([]);
  });

  it('numbers documents and lines alike', async () => {
    const mixed = fixture('mixed-interchanges');
    const outs: string[] = [];
    for (const how of [[], ['--ndjson']]) {
      const json = folder.file('read.json', (await runHere(['parse', mixed, ...how])).out);
      const { code, out, err } = await runHere(['generate', json, '--control-numbers', newDirectory(), '--renumber']);
      expect(code).toBe(0);
      expect(err).toBe([1, 1, 2].map((n) => `Control numbers taken: ISA13 00000000${n}, GS06 ${n}\n`).join(''));
      outs.push(out);
    }
    expect(outs[0]).toMatch(/IEA\*1\*000000001~[\s\S]*IEA\|1\|000000001'[\s\S]*IEA\*1\*000000002~/);
    expect(outs[1]).toBe(outs[0]);
  });

  it('takes no number for lines of a file with an error; of a pipe it cannot know', async () => {
    const directory = newDirectory();
    const text = (await runHere(['parse', '--ndjson', fixture('claim-837p')])).out.replace(
      '"A-1002"',
      '"CANARY\u00b7TOO LONG FOR ITS ELEMENT, BY FAR, AND MORE"',
    );
    const file = folder.file('wrong.ndjson', text);
    const numbers = ['--control-numbers', directory, '--renumber'];
    const stopped = await runHere(['generate', file, ...numbers]);
    expect([stopped.code, stopped.out]).toEqual([1, '']);
    expect(stopped.err).toContain('Line 4 was not written');
    expect(states(directory)).toEqual([]);
    const forced = await runHere(['generate', file, ...numbers, '--despite-findings']);
    expect(forced.code).toBe(1);
    expect(forced.err.match(/^error/gm)).toHaveLength(1);
    expect(states(directory)).toEqual([2, 2]);
    const piped = await runProcess(['generate', '-', ...numbers], { input: text });
    expect(piped.code).toBe(1);
    expect(piped.err).toContain('Control numbers taken: ISA13 000000002, GS06 2');
  });
});

describe('the directory of control numbers', () => {
  it('is never made, for it may be a volume that is missing', async () => {
    const missing = folder.at("an owner's numbers");
    const { code, out, err } = await runHere(['generate', DATA, ...FLAGS, '--control-numbers', missing]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^ediloom: [^\n]+ does not exist\.[^\n]+For new counters: mkdir -p '[^\n]+'\n$/);
    expect(err).toContain(`mkdir -p '${missing.replace("'", "'\\''")}'`);
    expect(folder.names).not.toContain("an owner's numbers");
  });

  it('is no file', async () => {
    const args = ['generate', DATA, ...FLAGS, '--control-numbers', DATA];
    expect(await runHere(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/is a file\./) });
  });

  it('ends with 2 and one line when it is damaged or cannot be written', async () => {
    const directory = newDirectory();
    const args = ['generate', DATA, ...FLAGS, '--control-numbers', directory];
    await runHere(args);
    for (const name of readdirSync(directory)) writeFileSync(`${directory}/${name}/next-000000777`, '');
    const damaged = await runHere(args);
    expect([damaged.code, damaged.out]).toEqual([2, '']);
    expect(damaged.err).toMatch(/^ediloom: [^\n]+\n$/);
    expect(damaged.err).not.toContain('internal fault');
  });

  it.skipIf(process.getuid?.() === 0)('ends with 2 when it may not be written', async () => {
    const directory = newDirectory();
    chmodSync(directory, 0o500);
    const { code, err } = await runHere(['generate', DATA, ...FLAGS, '--control-numbers', directory]);
    expect(code).toBe(2);
    expect(err).toMatch(/^ediloom: [^\n]+EACCES[^\n]+\n$/);
  });

  it.each(['--separate-usage', '--renumber'])('is needed by %s', async (flag) => {
    const { code, err } = await runHere(['generate', DATA, ...FLAGS, flag]);
    expect(code).toBe(2);
    expect(err).toBe(`ediloom: ${flag} needs --control-numbers DIR.\n`);
  });
});
