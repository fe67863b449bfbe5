import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFunctions } from '../../../src/exchange/functions/open-functions.js';
import { hasBoxes } from '../../support/boxes.js';
import { TestClock } from '../../support/test-jobs.js';
import { testLog } from '../../support/test-log.js';
import { testConfig } from '../../support/test-services.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'open-functions-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const opened = (folder: string, isolation: 'box' | 'none', temporary = tmpdir()) => {
  const config = testConfig(folder);
  const functions = { ...config.functions, isolation };
  const clock = new TestClock();
  const parts = { config: { ...config, functions }, clock, log: testLog(), temporary };
  return openFunctions({ ...parts, ownAddress: () => undefined });
};

it('functions are off where there is no place for sockets, and the server runs', async () => {
  const { isolation, machine, close } = await opened(dataDir, 'none', join(dataDir, 'nowhere'));
  expect([isolation, machine]).toEqual([{ kind: 'unavailable', why: expect.stringContaining('TMPDIR') }, undefined]);
  await close();
});

it.skipIf(!(await hasBoxes()))(
  'boxes are made over a data folder that is named from where the server stands',
  async () => {
    const { isolation, close } = await opened(relative(process.cwd(), dataDir), 'box');
    expect(isolation).toEqual({ kind: 'box' });
    await close();
  },
);

it('what a process that was killed has left half made is gone', async () => {
  mkdirSync(join(dataDir, 'functions', 'zip-left.1.part'), { recursive: true });
  const { close } = await opened(dataDir, 'none');
  await close();
  expect(readdirSync(join(dataDir, 'functions'))).toEqual([]);
});
