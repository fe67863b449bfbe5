import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGate } from '../../src/box/open-gate.js';
import type { Ran } from '../../src/box/runner.js';
import { hasBoxes } from '../support/boxes.js';
import { boxWorld } from './box-world.js';

const boxes = await hasBoxes();

function failed(ran: Ran) {
  if (ran.how !== 'failed') throw new Error('It returned.');
  return { ...ran.error, log: Buffer.from(ran.log.bytes).toString() };
}

describe.skipIf(!boxes)('what the author of a function is told of what is wrong with it', () => {
  let world: Awaited<ReturnType<typeof boxWorld>>;
  beforeAll(async () => {
    world = await boxWorld();
  });
  afterAll(() => world.end());

  it('shows the line that cannot be parsed in the log, of a module and of what it imports', async () => {
    const code = 'export const handler = () => {\n  const a = 1;\n  retrun a;\n};\n';
    const { errorType, log } = failed(await world.run(code));
    expect([errorType, log]).toEqual(['SyntaxError', expect.stringContaining('index.mjs:3\n  retrun a;\n')]);
  });

  it('has the causes of an error in its trace: why nothing was fetched', async () => {
    const gate = await openGate(join(world.folder, 'gate'), async () => {
      throw new Error('It is not allowed.');
    });
    try {
      const code = "export const handler = () => fetch('https://api.example.com/');";
      const { errorMessage, trace } = failed(await world.run(code, { gate: gate.path }));
      const cause = trace.find((line) => line.startsWith('Caused by: '));
      expect([errorMessage, cause]).toEqual(['fetch failed', expect.stringContaining('api.example.com:443')]);
      expect(cause).toContain('FUNCTIONS_ALLOWED_HOSTS');
    } finally {
      await gate.close();
    }
  });

  it('ends causes that go round', async () => {
    const code = "export const handler = () => { const e = new Error('one'); e.cause = e; throw e; };";
    expect(failed(await world.run(code)).trace.filter((line) => line.startsWith('Caused by: '))).toHaveLength(5);
  });

  it('says how a handler is exported by the kind of code that was given', async () => {
    const module = failed(await world.run('export default () => 1;'));
    const script = failed(await world.run('module.exports = () => 1;', {}, 'index.js'));
    expect([module.errorMessage, script.errorMessage]).toEqual([
      expect.stringContaining('export const handler'),
      expect.stringContaining('exports.handler'),
    ]);
  });

  it('says that it awaits what is never settled', async () => {
    const { errorMessage } = failed(await world.run('export const handler = () => new Promise(() => undefined);'));
    expect(errorMessage).toContain('exit status 13. It awaits what nothing will settle');
  });

  it('tells a full heap as memory, whichever signal ends it', async () => {
    const code =
      'export const handler = () => { for (const all = []; ; ) all.push(String(Math.random()).repeat(1e4)); };';
    expect(failed(await world.run(code, { memoryMb: 32 })).errorType).toBe('Runtime.OutOfMemory');
  });
});
