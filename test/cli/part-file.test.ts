import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { beginPart } from '../../src/cli/part-file.js';
import { writeNewFile } from '../../src/cli/write-new-file.js';
import { runHere } from './run-here.js';
import { commandProcess } from './run-process.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const runProcess = commandProcess();
const folder = new TemporaryFolder();
const ORDER = fixture('purchase-order-850');
const order = readFileSync(ORDER, 'latin1');
const TIMEOUT = 30_000;
const modeOf = (file: string): number => statSync(file).mode & 0o777;
const usual = 0o666 & ~process.umask();
const partsOf = (name: string): readonly string[] =>
  folder.names.filter((other) => other.startsWith(`${name}.`) && other.endsWith('.part'));

/** Resolves with the part of a file once there is one. */
async function partOf(name: string): Promise<string> {
  const watched = watch(folder.path);
  try {
    for (;;) {
      const [part] = partsOf(name);
      if (part !== undefined) return folder.at(part);
      await once(watched, 'change');
    }
  } finally {
    watched.close();
  }
}

describe('what is not whole yet', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'goes with %s, and was for its owner alone',
    { timeout: TIMEOUT },
    async (signal) => {
      const name = `${signal}.ndjson`;
      let mode: number | undefined;
      const exited = await runProcess(['parse', '--ndjson', '-', '-o', folder.at(name)], {
        input: order.slice(0, 400),
        whileOpen: async (child) => {
          mode = modeOf(await partOf(name));
          child.kill(signal);
        },
      });
      expect(exited).toMatchObject({ code: null, signal, out: '' });
      expect(mode).toBe(0o600);
      expect(folder.names.filter((other) => other.startsWith(signal))).toEqual([]);
    },
  );

  it('is left by a kill, and goes when the file is written next', { timeout: TIMEOUT }, async () => {
    const file = folder.at('killed.ndjson');
    const { signal } = await runProcess(['parse', '--ndjson', '-', '-o', file], {
      input: order.slice(0, 400),
      whileOpen: async (child) => {
        await partOf('killed.ndjson');
        child.kill('SIGKILL');
      },
    });
    expect([signal, partsOf('killed.ndjson').length]).toEqual(['SIGKILL', 1]);
    // Of a living program, of another file, and what only looks like one.
    const kept = [
      `killed.ndjson.${process.ppid}.abcdef.part`,
      'killed.ndjson.2.999999999.abcdef.part',
      'killed.ndjson.part',
    ];
    for (const name of kept) writeFileSync(folder.at(name), '');
    expect(await runHere(['parse', '--ndjson', ORDER, '-o', file])).toMatchObject({ code: 0, err: '' });
    expect(partsOf('killed.ndjson').toSorted()).toEqual(kept.toSorted());
  });

  it('of one program does not take that of another of the same number', async () => {
    const file = folder.at('same.edi');
    const left = folder.file(`same.edi.${process.pid}.abcdef.part`, 'of one before');
    const [one, other] = [await beginPart(file), await beginPart(file)];
    expect(partsOf('same.edi')).toEqual([]);
    writeFileSync(one.path, '1');
    writeFileSync(other.path, '2');
    await beginPart(file).then((third) => third.release());
    expect([readFileSync(one.path, 'utf8'), readFileSync(other.path, 'utf8')]).toEqual(['1', '2']);
    expect(left).not.toBe(one.path);
    const listening = process.listenerCount('SIGTERM');
    await one.release();
    await other.release();
    expect(partsOf('same.edi')).toEqual([]);
    expect(process.listenerCount('SIGTERM')).toBe(listening - 1);
  });
});

describe('what is whole', () => {
  it('has the permissions of any new file, or those that were asked for', async () => {
    await runHere(['parse', ORDER, '-o', folder.at('new.json')]);
    await writeNewFile(folder.at('new.edi'), Buffer.from('x'));
    await writeNewFile(folder.at('key.pem'), Buffer.from('x'), { mode: 0o600 });
    expect(['new.json', 'new.edi', 'key.pem'].map((name) => modeOf(folder.at(name)))).toEqual([usual, usual, 0o600]);
  });

  it('replaces a file that was read-only when asked to, which stays so', async () => {
    const file = folder.file('fixed.json', 'old');
    chmodSync(file, 0o444);
    expect(await runHere(['parse', '-c', ORDER, '-o', file])).toMatchObject({ code: 2 });
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(await runHere(['parse', '-c', ORDER, '-o', file, '-f'])).toMatchObject({ code: 0, err: '' });
    expect([modeOf(file), readFileSync(file, 'utf8').startsWith('{')]).toEqual([0o444, true]);
  });

  it('may come from a pipe that reads the same file, which is named at the end', { timeout: TIMEOUT }, async () => {
    const file = folder.file('piped.edi', order);
    const { code } = await runProcess(['parse', '-c', '-', '-f', '-o', file], { input: readFileSync(file) });
    expect([code, readFileSync(file, 'utf8')]).toEqual([0, (await runHere(['parse', '-c', ORDER])).out]);
  });
});

describe('a long name', () => {
  it('of a file that is written needs no shorter one', async () => {
    const names = ['a'.repeat(250), 'é'.repeat(126), 'b'.repeat(255)];
    const set = ['--base', '850-004010', '--set', 'BEG/03 max 10'];
    const commands: readonly ((file: string) => readonly string[])[] = [
      (file) => ['parse', ORDER, '-o', file],
      (file) => ['guides', '204', '--html', '-o', file],
      (file) => ['guides', 'init', file, ...set, '--name', 'x'],
    ];
    for (const [index, name] of names.entries()) {
      const { code, err } = await runHere(commands[index]?.(folder.at(name)) ?? []);
      expect([code, err.includes('fault')]).toEqual([0, false]);
      expect(folder.names).toContain(name);
    }
    expect(folder.names.filter((name) => name.endsWith('.part') && name.startsWith('a'))).toEqual([]);
  });

  it('that no file system takes is told of, without work', async () => {
    const file = folder.at('x'.repeat(300));
    for (const args of [
      ['validate', file],
      ['parse', file],
      ['guides', 'check', file],
      ['parse', ORDER, '-o', file],
      ['generate', ORDER, '-g', '850', '-o', file],
    ]) {
      const { code, out, err } = await runHere(args);
      expect([code, out, err], args[0]).toEqual([2, '', expect.stringMatching(/name .*longer|longer name/)]);
    }
  });
});

describe('standard output by a name', () => {
  it('is written to as without --output, also where it leads to a file', { timeout: TIMEOUT }, async () => {
    const { out } = await runHere(['parse', '-c', ORDER]);
    for (const name of ['-', '/dev/stdout']) {
      expect(await runHere(['parse', '-c', ORDER, '-o', name])).toMatchObject({ code: 0, out, err: '' });
      const into = { file: folder.at(`into-${name.length}.json`), blocks: 1_000 };
      expect((await runProcess(['parse', '-c', ORDER, '-o', name], { into })).code).toBe(0);
      expect(readFileSync(into.file, 'utf8')).toBe(out);
    }
    expect(folder.names).not.toContain('-');
  });
});
