import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cannotWrite } from '../../src/cli/cannot-write.js';
import { giveFreeName } from '../../src/cli/give-name.js';
import { writeNewFile } from '../../src/cli/write-new-file.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ORDER = fixture('purchase-order-850');
const text = readFileSync(ORDER, 'latin1');
const modeOf = (file: string): number => statSync(file).mode & 0o777;
const parsed = async (): Promise<string> => (await runHere(['parse', '-c', ORDER])).out;

describe('a file that is replaced', () => {
  it('keeps who may read it', async () => {
    for (const mode of [0o600, 0o640, 0o664]) {
      const file = folder.file(`mode-${mode}.json`, 'old');
      chmodSync(file, mode);
      expect(await runHere(['parse', '-c', ORDER, '-o', file, '-f'])).toMatchObject({ code: 0, err: '' });
      expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([mode, await parsed()]);
    }
  });

  it('is the one that a link leads to, and the link stays', async () => {
    const target = folder.file('target.json', 'old');
    const linked = folder.at('linked.json');
    symlinkSync(target, linked);
    expect((await runHere(['parse', '-c', ORDER, '-o', linked])).err).toContain('exists already');
    expect(await runHere(['parse', '-c', ORDER, '-o', linked, '-f'])).toMatchObject({ code: 0, err: '' });
    expect(lstatSync(linked).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(await parsed());
    const lost = folder.at('lost.json');
    symlinkSync(folder.at('nowhere.json'), lost);
    expect(await runHere(['parse', ORDER, '-o', lost, '-f'])).toMatchObject({ code: 2, out: '' });
    expect(lstatSync(lost).isSymbolicLink()).toBe(true);
  });

  it('is never what is read: not by another name, as a guide, or in a folder', async () => {
    const file = folder.file('a.edi', text);
    const linked = folder.at('b.edi');
    symlinkSync(file, linked);
    const guide = folder.file('guide.json', (await runHere(['guides', '850', '--json'])).out);
    mkdirSync(folder.at('in'));
    const inside = folder.file('in/c.edi', text);
    for (const [args, output] of [
      [['parse', file], file],
      [['parse', file], linked],
      [['parse', linked], file],
      [['parse', ORDER, '--guide', guide], guide],
      [['parse', '--ndjson', folder.at('in')], inside],
      [['guides', guide, '--html'], guide],
    ] as const) {
      const before = readFileSync(output, 'utf8');
      const { code, err } = await runHere([...args, '-o', output, '-f']);
      expect([code, err]).toEqual([2, expect.stringContaining('is read by this command')]);
      expect(readFileSync(output, 'utf8')).toBe(before);
    }
  });
});

describe('what is no file', () => {
  it('is a pipe that is written to, and stays one', async () => {
    const pipe = folder.at('pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = once(reader, 'close');
    expect(await runHere(['parse', '-c', ORDER, '-o', pipe, '-f'])).toMatchObject({ code: 0, out: '', err: '' });
    await ended;
    expect(Buffer.concat(chunks).toString('utf8')).toBe(await parsed());
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('is a device, also without --force', async () => {
    expect(await runHere(['parse', ORDER, '-o', '/dev/null'])).toMatchObject({ code: 0, out: '', err: '' });
    expect(await runHere(['parse', ORDER, '-o', '/dev/null', '-f'])).toMatchObject({ code: 0, out: '', err: '' });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync('/dev/full'))('is a device that is full, which is told as what it is', async () => {
    for (const args of [
      ['parse', ORDER, '-o', '/dev/full'],
      ['parse', '--ndjson', ORDER, '-o', '/dev/full'],
      ['guides', '850', '-o', '/dev/full'],
      ['guides', 'init', '/dev/full', '--base', '850-004010'],
    ]) {
      const { code, err } = await runHere(args);
      expect([args, code]).toEqual([args, 2]);
      expect(err).toMatch(
        /^ediloom: \/dev\/full cannot be written: the disk is full.* What is there so far is not whole\.\n$/,
      );
    }
  });

  it('is a folder, which is refused', async () => {
    mkdirSync(folder.at('out'));
    const { code, err } = await runHere(['parse', ORDER, '-o', folder.at('out'), '-f']);
    expect([code, err]).toEqual([2, expect.stringContaining('is a folder')]);
  });
});

describe('a file that cannot be written', () => {
  const example = async (): Promise<string> => folder.file('example.json', (await runHere(['example', '850'])).out);

  it('is in a folder that does not exist: make it', async () => {
    const file = folder.at('none/order.json');
    for (const args of [
      ['parse', ORDER, '-o', file],
      ['generate', await example(), '-o', file],
    ]) {
      const { code, err } = await runHere(args);
      expect([code, err]).toEqual([
        2,
        `ediloom: ${file} cannot be written: its folder does not exist. Make the folder first, or name a file in another. Nothing was written.\n`,
      ]);
    }
    const { err } = await runHere(['parse', ORDER, '-o', folder.at('example.json/order.json')]);
    expect(err).toContain('a part of its path is a file');
  });

  it('is told in words for what a system refuses, and by its code where there are none', () => {
    const told = (code: string): string => cannotWrite('x', Object.assign(new Error('no'), { code })).message;
    expect(told('EACCES')).toContain('your permissions do not allow it');
    expect(told('ENOSPC')).toContain('the disk is full');
    expect(told('EIO')).toBe('x cannot be written (EIO). Nothing was written.');
  });
});

describe('a file system without hard links', () => {
  const noLinks = (): Promise<never> => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));

  it('gives a new file its name, and never one that is taken', async () => {
    const [part, file] = [folder.file('one.part', 'whole'), folder.at('one.edi')];
    await giveFreeName(part, file, noLinks);
    expect(readFileSync(file, 'utf8')).toBe('whole');
    const other = folder.file('other.part', 'other');
    await expect(giveFreeName(other, file, noLinks)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(file, 'utf8')).toBe('whole');
  });

  it('is left as it was where the name cannot be given', async () => {
    const file = folder.at('missing.edi');
    await expect(giveFreeName(folder.at('missing.part'), file, noLinks)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(folder.names).not.toContain('missing.edi');
    await writeNewFile(folder.at('new.edi'), Buffer.from('x'));
    await expect(writeNewFile(folder.at('new.edi'), Buffer.from('y'))).rejects.toThrow('exists already');
  });
});
