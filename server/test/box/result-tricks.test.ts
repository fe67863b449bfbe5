import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { boxWorld } from './box-world.js';

let box: Awaited<ReturnType<typeof boxWorld>>;
beforeAll(async () => {
  box = await boxWorld();
});
afterAll(() => box.end());

const run = (body: string) =>
  box.run(`import fs from 'node:fs'; export const handler = async () => { ${body} };`, { timeoutMs: 2000 });

describe.skipIf(!(await hasBoxes()))('whatever a function does to its result', () => {
  it.each([
    [
      'a prototype in JSON',
      `return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');`,
    ],
    ['a polluted prototype', 'Object.prototype.toJSON = () => "polluted"; Array.prototype[0] = 1; return {};'],
    [
      'a proxy',
      'return new Proxy({}, { get: (_, name) => name === "toJSON" ? undefined : 1, ownKeys: () => ["then"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) });',
    ],
    ['JSON of its own', 'JSON.stringify = () => "no JSON"; return 1;'],
    ['bytes of its own', 'Buffer.from = () => new Uint8Array(8); return 1;'],
  ])('it is bytes for who has asked, and nothing to the server: %s', async (_, body) => {
    const ran = await run(body);
    if (ran.how === 'returned') expect(ran.result).toBeInstanceOf(Uint8Array);
    else expect(ran.error).toMatchObject({ errorType: expect.any(String), errorMessage: expect.any(String) });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.keys(ran).sort()).toEqual(['how', 'log', ran.how === 'returned' ? 'result' : 'error', 'took'].sort());
  });

  it.each([
    ['types that are none', 'failed\\n{"errorType":{"a":1},"errorMessage":["x"],"trace":{"length":-1}}'],
    ['a prototype', 'failed\\n{"__proto__":{"errorType":"polluted"}}'],
    ['no JSON', 'failed\\n{'],
    ['no line', 'returned'],
    ['another word', 'began\\nbegan\\n'],
    ['nothing', ''],
  ])('an error has the form of one: %s', async (_, words) => {
    const ran = await run(`fs.writeSync(3, '${words}'); process.reallyExit(0);`);
    expect(ran).toMatchObject({
      how: 'failed',
      error: { errorType: expect.stringMatching(/^(Error|Runtime\.ExitError)$/) },
    });
    if (ran.how === 'failed')
      expect([typeof ran.error.errorMessage, Array.isArray(ran.error.trace)]).toEqual(['string', true]);
  });

  it('is what it returned, whatever is thrown while what it printed is still read', async () => {
    const ran = await run('console.log("x".repeat(4e6)); setImmediate(() => { throw new Error("late"); }); return 1;');
    expect(ran.how === 'returned' && Buffer.from(ran.result).toString()).toBe('1');
  });

  it('an error without an end is cut, and still says what it begins with', { timeout: 60_000 }, async () => {
    const ran = await run(`throw Object.assign(new Error('x'.repeat(3_000_000)), { name: 'y'.repeat(10) });`);
    const errorMessage = expect.stringMatching(/^x{1000,}$/);
    expect(ran).toMatchObject({ how: 'failed', error: { errorType: 'yyyyyyyyyy', errorMessage } });
    expect(JSON.stringify(ran).length).toBeLessThan(1_000_000);
  });

  it('what it is invoked with is no JSON: said without a word of it', async () => {
    const ran = await box.run('export const handler = () => 1;', { event: Buffer.from('{"secret') });
    const error = { errorType: 'Runtime.InvalidEvent', errorMessage: 'The event is no JSON.' };
    expect(ran).toMatchObject({ how: 'failed', error });
    expect(JSON.stringify(ran)).not.toContain('secret');
  });

  it('what it is invoked with is too much for its memory: an error of the function', { timeout: 60_000 }, async () => {
    const deep = Buffer.from('['.repeat(1e6) + ']'.repeat(1e6));
    const ran = await box.run('export const handler = () => 1;', { event: deep, memoryMb: 16 });
    expect(ran).toMatchObject({ how: 'failed' });
  });

  it.each([
    ['a module that never loads', 'for (;;); export const handler = 1;'],
    ['a pattern that never ends', 'export const handler = () => /^(a+)+$/.test("a".repeat(40) + "!");'],
    ['promises without an end', 'export const handler = async () => { for (;;) await null; };'],
    [
      'an exit that is none',
      'process.reallyExit = () => {}; process.exit = () => {}; setInterval(() => {}, 1000); export const handler = () => 1;',
    ],
    [
      'shared memory',
      'const all = []; export const handler = () => { for (;;) all.push(new Uint8Array(new SharedArrayBuffer(1e7)).fill(1)); };',
    ],
    [
      'memory of WebAssembly',
      'const all = []; export const handler = () => { for (;;) { const memory = new WebAssembly.Memory({ initial: 100 }); new Uint8Array(memory.buffer).fill(1); all.push(memory); } };',
    ],
  ])('it is ended from outside: %s', { timeout: 60_000 }, async (_, code) => {
    const ran = await box.run(code, { timeoutMs: 1500 });
    expect(ran.how).toBe('failed');
    expect(await box.returned('return 1;')).toBe(1);
  });
});
