import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerCode } from '../../src/worker/customer-code.js';

// A program of the test runs where the worker does: nothing that customers write has come so far, and if it did, it would find this.

let folder: string;
let code: CustomerCode;

beforeAll(async () => {
  const inServer = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  folder = await mkdtemp(join(inServer('../node_modules'), '.probe-'));
  await build({
    entryPoints: {
      main: inServer('src/worker/create-customer-code.ts'),
      'worker/worker': inServer('test/worker/probe-worker.ts'),
    },
    ...{ outdir: folder, bundle: true, format: 'esm', platform: 'node', packages: 'external', splitting: true },
    logLevel: 'error',
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const built: typeof import('../../src/worker/create-customer-code.js') = await import(
    pathToFileURL(join(folder, 'main.js')).href
  );
  code = built.createCustomerCode({ clock: { now: () => 0 }, workers: 1, memoryMb: 64, patienceMs: 600_000 });
});

afterAll(async () => {
  await code.close();
  await rm(folder, { recursive: true });
});

describe('code that runs in a worker', () => {
  it.each([
    ['write a file', 'ERR_ACCESS_DENIED'],
    ['read a file', 'ERR_ACCESS_DENIED'],
    ['list a folder', 'ERR_ACCESS_DENIED'],
    ['start a process', 'ERR_ACCESS_DENIED'],
    ['make code', expect.stringContaining('EvalError')],
    ['environment', []],
    ['doors', []],
    ['globals', []],
    ['prototype', true],
  ])('does not get far: %s', async (attempt, result) => {
    expect(await code.evaluate(attempt, {})).toEqual(result);
  });

  it.each([['a text'], ['ready again'], ['an outcome of another shape'], ['an unknown code'], ['a number for a text']])(
    'is ended where it says what no worker says: %s',
    async (message) => {
      await expect(code.evaluate(message, {})).rejects.toMatchObject({ code: 'failed' });
      expect(await code.evaluate('still there', {})).toBe('still there');
    },
  );

  it('answers once what it is asked, and nothing that it is not', async () => {
    expect(await code.evaluate('one answer too many', {})).toBe(1);
    // Whoever is asked next is another.
    expect(['mine', 'failed']).toContain(
      await code.evaluate('mine', {}).catch((error: { code: string }) => error.code),
    );
    expect(await code.evaluate('mine', {})).toBe('mine');
  });

  it.runIf(process.platform === 'linux')('is ended where it takes memory beside its heap', async () => {
    await expect(code.evaluate('buffers', {}, { timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'too-large' });
  });

  it.runIf(process.platform === 'linux')('stands behind those who answer requests', async () => {
    await code.evaluate('here', {});
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const worker = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder));
    // Behind the name, which may have blanks, the nice value is the seventeenth.
    const fields = readFileSync(`/proc/${worker}/stat`, 'utf8').split(') ')[1]?.split(' ');
    expect(Number(fields?.[16])).toBeGreaterThan(0);
  });
});
