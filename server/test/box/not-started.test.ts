import { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** What Node.js gives where no descriptor is free: a process without a number and without streams, which says so in the next turn. */
function notStarted(): ChildProcess {
  const child = new ChildProcess();
  process.nextTick(() => child.emit('error', Object.assign(new Error('spawn node EMFILE'), { code: 'EMFILE' })));
  return child;
}

beforeAll(() => {
  // Others may have loaded the runner already.
  vi.resetModules();
  vi.doMock('node:child_process', () => ({ spawn: notStarted, execFile: () => undefined }));
});
afterAll(() => {
  vi.doUnmock('node:child_process');
  vi.resetModules();
});

it('a process that could not be started is no error of the function, and ends nothing else', async () => {
  const { plainRunner } = await import('../../src/box/run-in-box.js');
  const run = {
    ...{ folder: '/nowhere', event: Buffer.from('{}'), environment: {}, context: {} },
    ...{ timeoutMs: 1000, memoryMb: 64, mostBytes: 1000 },
  };
  await expect(plainRunner({ program: '/nowhere', around: [] }).run(run)).rejects.toMatchObject({
    name: 'BoxError',
    message: expect.stringContaining('EMFILE'),
  });
});
