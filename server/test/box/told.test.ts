import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRunner } from '../../src/box/open-runner.js';
import type { FunctionRunner, Ran } from '../../src/box/runner.js';
import { hasBoxes, openTestRunner } from '../support/boxes.js';

const kinds = (await hasBoxes()) ? (['box', 'none'] as const) : (['none'] as const);

describe.each(kinds)('what is told of a function, with isolation %s', (wanted) => {
  let folder: string;
  let runner: FunctionRunner | undefined;
  let count = 0;
  beforeAll(async () => {
    folder = (await openTestRunner()).folder;
    runner = (await openRunner({ dataFolder: folder, wanted })).runner;
  });
  afterAll(() => chmodSync(folder, 0o700));

  async function run(code: string): Promise<Ran & { readonly printed: string }> {
    if (runner === undefined) throw new Error('There is no runner.');
    const place = join(folder, `told-${count++}`);
    mkdirSync(place);
    chmodSync(place, 0o755);
    writeFileSync(join(place, 'index.js'), code);
    const given = { folder: place, event: Buffer.from('{}'), environment: {}, context: {} };
    const ran = await runner.run({ ...given, timeoutMs: 20_000, memoryMb: 64, mostBytes: 1_000_000 });
    return { ...ran, printed: Buffer.from(ran.log.bytes).toString() };
  }
  const resultOf = (ran: Ran): unknown =>
    ran.how === 'returned' ? JSON.parse(Buffer.from(ran.result).toString()) : ran;
  const errorOf = (ran: Ran) => {
    if (ran.how === 'returned') throw new Error('It returned.');
    return ran.error;
  };
  const thrown = async (what: string) => errorOf(await run(`exports.handler = async () => { throw ${what}; };`));

  it('what it prints is in the order of printing, whichever way it prints', async () => {
    const { printed } = await run(`exports.handler = () => {
      for (let i = 0; i < 50; i++) (i % 2 ? console.error : console.log)(i);
    };`);
    expect(printed).toBe(`${Array.from({ length: 50 }, (_, i) => i).join('\n')}\n`);
  });

  it.each([
    ['CommonJS', 'exports.handler = () => 1;'],
    ['CommonJS that is exported whole', 'module.exports = { handler: () => 1 };'],
    ['CommonJS that speaks of modules', '/*\nexport nothing\nimport nothing\n*/\nexports.handler = () => 1;'],
    ['a module', 'export const handler = () => 1;'],
    ['a module in one line', 'const one = 1; export{h as handler}; function h() { return one; }'],
    ['a module that waits', 'const one = await Promise.resolve(1); export const handler = () => one;'],
    ['a module that exports one thing', 'export default { handler: () => 1 };'],
  ])('code is whatever it is: %s', async (_, code) => {
    const ran = await run(code);
    expect([resultOf(ran), ran.printed]).toEqual([1, '']);
  });

  it('its result is all that is told, whatever comes behind it', async () => {
    const late = 'process.nextTick(() => { throw new Error("late"); });';
    expect(resultOf(await run(`exports.handler = async () => { ${late} return { a: 1 }; };`))).toEqual({ a: 1 });
  });

  it('an error has its name, its words, and what was the cause of it', async () => {
    const error = await thrown('new RangeError("outer", { cause: new TypeError("inner") })');
    expect(error).toMatchObject({ errorType: 'RangeError', errorMessage: 'outer' });
    expect([error.trace[0], error.trace]).toEqual([
      'RangeError: outer',
      expect.arrayContaining(['Caused by: TypeError: inner']),
    ]);
  });

  it.each([
    ["'text'", { errorType: 'string', errorMessage: 'text', trace: [] }],
    ['null', { errorType: 'object', errorMessage: 'null', trace: [] }],
    ['undefined', { errorType: 'undefined', errorMessage: 'undefined', trace: [] }],
    ['Object.create(null)', { errorType: 'object', errorMessage: expect.stringContaining('cannot be read') }],
    ['new Proxy({}, { getPrototypeOf() { throw 1; } })', { errorType: 'object' }],
    ['require("vm").runInNewContext("new TypeError(\'far\')")', { errorType: 'TypeError', errorMessage: 'far' }],
    ['Object.assign(new Error("x"), { stack: undefined })', { errorType: 'Error', trace: ['Error: x'] }],
    ['new Error("x".repeat(300000))', { errorType: 'Error', errorMessage: expect.stringMatching(/^x{32768}$/) }],
  ])('whatever is thrown is told: %s', async (what, error) => {
    expect(await thrown(what)).toMatchObject(error);
  });

  it('one that waits for nothing is told so', async () => {
    const error = errorOf(await run('exports.handler = () => new Promise(() => {});'));
    expect(error).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringContaining('nothing will settle'),
    });
  });

  it('one whose heap is full is told so', { timeout: 60_000 }, async () => {
    const ran = await run('exports.handler = () => { const all = []; for (;;) all.push(Array(1e4).fill(0.5)); };');
    expect(errorOf(ran).errorType).toBe('Runtime.OutOfMemory');
  });
});
