import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { RemoteFiles } from '../../src/transports/files/remote-files.js';
import { createMemoryFiles } from '../../src/transports/virtual-files/memory-files.js';
import type { VirtualFile, VirtualFiles } from '../../src/transports/virtual-files/virtual-files.js';
import { allOf, ftpsPartner } from './ftps/partner.js';
import { serve } from './sftp/serve.js';

/** What a test wants of the pace; a byte now and then is progress enough for the time without any. */
interface Pace {
  readonly minBytesPerSecond: number;
  readonly slowTimeout: number;
}

/** A home whose files give a byte at a time, and take each piece a while later. */
function slowly(files: VirtualFiles): VirtualFiles {
  const slow = (file: VirtualFile): VirtualFile => ({
    read: async (offset) => {
      await wait(20);
      return file.read(offset, 1);
    },
    write: async (offset, bytes) => {
      await wait(100);
      await file.write(offset, bytes);
    },
    truncate: (size) => file.truncate(size),
    stat: () => file.stat(),
    sync: (options) => file.sync(options),
    close: () => file.close(),
  });
  return {
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    open: async (path, mode) => slow(await files.open(path, mode)),
    rename: (from, to, options) => files.rename(from, to, options),
    remove: (path) => files.remove(path),
    makeDirectory: (path) => files.makeDirectory(path),
    removeDirectory: (path) => files.removeDirectory(path),
    setModified: (path, modified) => files.setModified(path, modified),
  };
}

const PARTNERS: Readonly<Record<string, (home: VirtualFiles, pace: Pace) => Promise<RemoteFiles>>> = {
  SFTP: async (home, pace) => {
    const { connect, close } = await serve({}, { files: home });
    onTestFinished(close);
    return connect({ ...pace, stallTimeout: 60_000 });
  },
  FTPS: async (home, pace) => {
    const { connect, server } = await ftpsPartner({ user: { files: home } });
    onTestFinished(() => server.close({ grace: 0 }));
    return connect({ ...pace, stallTimeout: 60_000 });
  },
};

async function partner(protocol: string, pace: Pace): Promise<{ home: VirtualFiles; files: RemoteFiles }> {
  const home = createMemoryFiles();
  const file = await home.open('/a', 'create');
  await file.write(0, new Uint8Array(100_000));
  await file.close();
  const files = await PARTNERS[protocol]?.(slowly(home), pace);
  if (files === undefined) throw new Error('no such partner');
  onTestFinished(() => files.close());
  return { home, files };
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1_000_000);
}

const stalled = { details: { reason: 'stalled' } };

it.each(['SFTP', 'FTPS'])('a file that comes a byte at a time is given up, %s', async (protocol) => {
  const { files } = await partner(protocol, { minBytesPerSecond: 50_000, slowTimeout: 400 });
  await expect(allOf(files.read('/a'))).rejects.toMatchObject(stalled);
  // As after a cut: whoever keeps the session sees that it is dead.
  await expect(files.stat('/a')).rejects.toMatchObject({ code: 'X12_TRANSPORT_UNAVAILABLE' });
});

it.each(['SFTP', 'FTPS'])(
  'a file that is taken too slowly is given up, and has no final name, %s',
  async (protocol) => {
    const { home, files } = await partner(protocol, { minBytesPerSecond: 10 ** 12, slowTimeout: 400 });
    await expect(files.write('/b', endless())).rejects.toMatchObject(stalled);
    expect(await home.stat('/b')).toBeUndefined();
  },
);

it.each(['SFTP', 'FTPS'])('a file at the pace that is asked for arrives, %s', async (protocol) => {
  const { home, files } = await partner(protocol, { minBytesPerSecond: 1, slowTimeout: 200 });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 4; piece++) {
      await wait(150);
      yield new Uint8Array(600_000);
    }
  }
  await files.write('/b', pieces());
  expect((await home.stat('/b'))?.size).toBe(2_400_000);
});
