import { afterEach, describe, expect, it } from 'vitest';
import type { SftpOptions } from '../../../src/transports/sftp/sftp-options.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { type Wire, wireTo } from '../network/wire.js';
import { bytesOf, collect, pattern, plant, type Served, serve } from './serve.js';

let served: Served | undefined;
let wire: Wire | undefined;
afterEach(async () => {
  await wire?.close();
  await served?.close();
  served = undefined;
  wire = undefined;
});

async function connectOver(options: Parameters<typeof wireTo>[1] = {}, more: Partial<SftpOptions> = {}) {
  served = await serve();
  wire = await wireTo(served.port, options);
  return served.connect({ port: wire.port, ...more });
}

const lost = { code: 'X12_TRANSPORT_UNAVAILABLE', details: { reason: 'connection-lost' } };

describe('a connection that fails', () => {
  it('is lost in the middle of an upload, of which nobody is told', async () => {
    const files = await connectOver({ after: 2_000_000 });
    await expect(files.write('/a.edi', bytesOf(pattern(8_000_000)))).rejects.toMatchObject(lost);
    await expect(files.stat('/a.edi')).rejects.toMatchObject(lost);
    await until(() => served?.events.some(({ kind }) => kind === 'closed') === true);
    expect(served?.uploads).toEqual([]);
    await files.close();
  });

  it('is lost in the middle of a download', async () => {
    const files = await connectOver();
    if (served !== undefined) await plant(served.files, '/big', pattern(20_000_000));
    let count = 0;
    const read = async () => {
      for await (const piece of files.read('/big')) {
        count += piece.length;
        if (count > 1_000_000) wire?.cut();
      }
    };
    await expect(read()).rejects.toMatchObject(lost);
    expect(count).toBeLessThan(20_000_000);
  });

  it('hangs in the middle of an upload', async () => {
    const files = await connectOver({ after: 1_000_000, then: 'freeze' }, { stallTimeout: 800 });
    await expect(files.write('/a.edi', bytesOf(pattern(30_000_000)))).rejects.toMatchObject({
      code: 'X12_TRANSPORT_UNAVAILABLE',
      details: { reason: 'stalled' },
    });
  });

  it('hangs in the middle of a download, and before an answer', async () => {
    const files = await connectOver({}, { stallTimeout: 800 });
    if (served !== undefined) await plant(served.files, '/big', pattern(20_000_000));
    const read = async () => {
      for await (const _piece of files.read('/big')) wire?.freeze();
    };
    await expect(read()).rejects.toMatchObject({ details: { reason: 'stalled' } });
    await expect(files.stat('/big')).rejects.toMatchObject({ details: { reason: 'stalled' } });
  });

  it('ends by the signal in every state', async () => {
    const files = await connectOver();
    const control = new AbortController();
    const slow = async function* () {
      yield Buffer.from('x');
      control.abort();
      yield pattern(1_000_000);
    };
    await expect(files.write('/a.edi', slow(), control.signal)).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await expect(files.list('/', control.signal)).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await until(() => served?.events.some(({ kind }) => kind === 'closed') === true);
    expect(served?.uploads).toEqual([]);
  });

  it('ends a download by the signal', async () => {
    const files = await connectOver();
    if (served !== undefined) await plant(served.files, '/big', pattern(9_000_000));
    const control = new AbortController();
    const read = async () => {
      for await (const _piece of files.read('/big', { signal: control.signal })) control.abort();
    };
    await expect(read()).rejects.toMatchObject({ code: 'X12_ABORTED' });
  });

  it('may be closed twice, and answers nothing after', async () => {
    const files = await connectOver();
    await files.close();
    await files.close();
    await expect(files.stat('/')).rejects.toMatchObject({ details: { reason: 'closed' } });
  });
});

describe('a server that says no', () => {
  it('has no room left, or a limit', async () => {
    served = await serve({}, { quotaBytes: 1_000_000 });
    const files = await served.connect();
    await files.write('/small', bytesOf(pattern(600_000)));
    await expect(files.write('/more', bytesOf(pattern(600_000)))).rejects.toMatchObject({
      code: 'X12_TRANSPORT_UNAVAILABLE',
      details: { reason: 'disk-full' },
    });
    await served.close();
    served = await serve({}, { maxFileBytes: 1000 });
    const limited = await served.connect();
    await expect(limited.write('/more', bytesOf(pattern(2000)))).rejects.toMatchObject({
      code: 'X12_TRANSPORT_REFUSED',
      details: { reason: 'file-too-large' },
    });
  });

  it('has a full disk', async () => {
    served = await serve({}, { files: createMemoryFiles({ maxBytes: 300_000 }) });
    const files = await served.connect();
    await expect(files.write('/a', bytesOf(pattern(600_000)))).rejects.toMatchObject({
      details: { reason: 'disk-full' },
    });
  });

  it('allows no writing, no reading, no removal', async () => {
    served = await serve({}, { rights: { read: false, remove: false } });
    const files = await served.connect();
    await files.write('/.a', bytesOf('x'));
    await files.rename('/.a', '/a', 'plain');
    const denied = { code: 'X12_TRANSPORT_REFUSED', details: { reason: 'permission-denied' } };
    await expect(collect(files.read('/a'))).rejects.toMatchObject(denied);
    await expect(files.remove('/a')).rejects.toMatchObject(denied);
    await expect(files.write('/a', bytesOf('y'))).rejects.toMatchObject(denied);
    await expect(files.rename('/a', '/b', 'plain')).rejects.toMatchObject(denied);
    await served.close();
    served = await serve({}, { rights: { write: false } });
    await expect((await served.connect()).write('/a', bytesOf('x'))).rejects.toMatchObject(denied);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
