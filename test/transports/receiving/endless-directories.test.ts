import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { sweepHome } from '../../../src/transports/receiving/sweep-home.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualEntry, VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';
import { ftpsPartner } from '../ftps/partner.js';
import { RawClient } from '../ftps-server/raw-client.js';
import { serve } from '../sftp/serve.js';
import { rawClient } from '../sftp-server/raw-client.js';

const BATCH = 50;

/** A tree whose directory `/endless` has no end, and what was asked of it. */
function endless() {
  const tree = createMemoryFiles();
  const seen = { batches: 0, left: 0 };
  const files: VirtualFiles = {
    stat: (path) => tree.stat(path),
    list: async (path) => {
      if (path === '/endless') throw new Error('It would never end.');
      return tree.list(path);
    },
    async *batches(path) {
      if (path !== '/endless') {
        yield await tree.list(path);
        return;
      }
      try {
        for (;;) {
          const from = seen.batches++ * BATCH;
          yield Array.from({ length: BATCH }, (_, at): VirtualEntry => {
            return { name: `${from + at}.edi`, kind: 'file', size: 1, modified: 0 };
          });
        }
      } finally {
        seen.left++;
      }
    },
    open: (path, mode) => tree.open(path, mode),
    rename: (from, to, options) => tree.rename(from, to, options),
    remove: (path) => tree.remove(path),
    makeDirectory: (path) => tree.makeDirectory(path),
    removeDirectory: (path) => tree.removeDirectory(path),
    setModified: (path, modified) => tree.setModified(path, modified),
  };
  return { tree, files, seen };
}

it('a listing over SFTP takes as much of a directory as is read, and lets go of it', async () => {
  const { tree, files, seen } = endless();
  const served = await serve({}, { files });
  onTestFinished(() => served.close());
  const { sftp, close, end } = await rawClient(served);
  // The home is swept of what an earlier process left, which this one would be at for ever.
  await tree.makeDirectory('/endless');
  const handle = await promisify<Buffer>((done) => sftp.opendir('/endless', done))();
  const names: string[] = [];
  for (let at = 0; at < 3; at++) {
    const entries = await promisify<readonly { filename: string }[]>((done) =>
      sftp.readdir(handle, (error, list) => done(error ?? null, list as never)),
    )();
    names.push(...entries.map(({ filename }) => filename));
  }
  expect(names).toEqual(Array.from({ length: 150 }, (_, at) => `${at}.edi`));
  expect(seen).toEqual({ batches: 3, left: 0 });
  await close(handle);
  expect(seen).toEqual({ batches: 3, left: 1 });
  // And when the client leaves it open.
  await promisify<Buffer>((done) => sftp.opendir('/endless', done))();
  end();
  await expect.poll(() => seen.left).toBe(2);
});

it('a listing over FTPS goes out as it is made, and ends with its connection', async () => {
  const { tree, files, seen } = endless();
  const partner = await ftpsPartner({ user: { files } });
  onTestFinished(() => partner.server.close({ grace: 0 }));
  const client = await RawClient.loggedIn(partner.port);
  await tree.makeDirectory('/endless');
  const data = await client.data();
  expect(await client.say('MLSD /endless')).toMatch(/^150 /);
  await new Promise((resolve) => data.once('data', resolve));
  data.destroy();
  expect(await client.reply()).toMatch(/^426 /);
  expect(seen.left).toBe(1);
  client.end();
});

it('a home is swept of what is in all its directories', async () => {
  const { tree, files } = endless();
  await tree.makeDirectory('/out');
  for (const path of ['/.ediloom-upload-0a', '/out/.ediloom-upload-0b', '/out/kept.edi']) {
    await (await tree.open(path, 'create')).close();
  }
  expect(await sweepHome(files, Date.now() + 1000)).toBe(2);
  expect((await tree.list('/out')).map(({ name }) => name)).toEqual(['kept.edi']);
});
