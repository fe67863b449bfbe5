import { afterEach, describe, expect, it } from 'vitest';
import { bytesOf, contentOf, pattern, type Served, serve } from '../sftp/serve.js';
import { rawClient } from './raw-client.js';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

const paths = (server: Served) => server.uploads.map(({ path }) => path);

describe('what is told of an upload', () => {
  it('is told when a file is closed, once, with its size, before the client knows', async () => {
    const order: string[] = [];
    served = await serve({
      uploaded: async ({ path, size }) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        order.push(`${path} ${size}`);
      },
    });
    const files = await served.connect();
    await files.write('/a.edi', bytesOf(pattern(1_000_000)));
    order.push('client');
    await files.stat('/a.edi');
    expect(order).toEqual(['/a.edi 1000000', 'client']);
  });

  it.each(['.tmp-a.edi', 'a.edi.part', 'a.edi.FILEPART'])('waits for %s to get its final name', async (name) => {
    served = await serve();
    const files = await served.connect();
    await files.write(`/${name}`, bytesOf('ISA'));
    expect(served.uploads).toEqual([]);
    await files.rename(`/${name}`, '/a.edi', 'plain');
    expect(served.uploads).toEqual([{ user: 'ann', path: '/a.edi', size: 3, protocol: 'sftp', address: '127.0.0.1' }]);
    await files.rename('/a.edi', '/b.edi', 'plain');
    expect(served.uploads).toHaveLength(1);
  });

  it('waits for a file from a temporary directory', async () => {
    served = await serve();
    const files = await served.connect();
    await served.files.makeDirectory('/.incoming');
    await files.write('/.incoming/a.edi', bytesOf('ISA'));
    expect(served.uploads).toEqual([]);
    await files.rename('/.incoming/a.edi', '/a.edi', 'plain');
    expect(paths(served)).toEqual(['/a.edi']);
    await expect(files.rename('/.incoming', '/in', 'plain')).rejects.toMatchObject({
      details: { reason: 'permission-denied' },
    });
  });

  it('is told again when a file is written anew', async () => {
    served = await serve();
    const files = await served.connect();
    await files.write('/a.edi', bytesOf('one'));
    await files.write('/a.edi', bytesOf('three'));
    expect(served.uploads.map(({ size }) => size)).toEqual([3, 5]);
  });

  it('is not told of a file that was opened and left as it was', async () => {
    served = await serve();
    const raw = await rawClient(served);
    await raw.close(await raw.open('/a.edi', 'w'));
    await raw.close(await raw.open('/a.edi', 'r+'));
    await raw.close(await raw.open('/a.edi', 'r'));
    raw.end();
    expect(served.uploads).toEqual([{ user: 'ann', path: '/a.edi', size: 0, protocol: 'sftp', address: '127.0.0.1' }]);
  });

  it('is told when it is closed, of a file that got its final name while it was open', async () => {
    served = await serve();
    const raw = await rawClient(served);
    const handle = await raw.open('/.tmp', 'w');
    await raw.write(handle, Buffer.from('one'), 0);
    await new Promise<void>((resolve, reject) =>
      raw.sftp.rename('/.tmp', '/a.edi', (error) => (error ? reject(error) : resolve())),
    );
    expect(served.uploads).toEqual([]);
    await raw.write(handle, Buffer.from('two'), 3);
    await raw.close(handle);
    raw.end();
    expect(served.uploads).toEqual([{ user: 'ann', path: '/a.edi', size: 6, protocol: 'sftp', address: '127.0.0.1' }]);
  });

  it('is told of the last writer only', async () => {
    served = await serve();
    const raw = await rawClient(served);
    const old = await raw.open('/a.edi', 'w');
    await raw.write(old, Buffer.from('old'), 0);
    const files = await served.connect();
    await files.write('/a.edi', bytesOf('new'));
    await expect(raw.write(old, Buffer.from('older'), 3)).rejects.toMatchObject({ code: 4 });
    await expect(raw.close(old)).rejects.toMatchObject({ code: 4 });
    raw.end();
    expect(served.uploads.map(({ size }) => size)).toEqual([3]);
    expect(String(await contentOf(served.files, '/a.edi'))).toBe('new');
  });

  it('is not told of what is given up half-way', async () => {
    served = await serve();
    const { events } = served;
    const raw = await rawClient(served);
    await raw.write(await raw.open('/a.edi', 'w'), Buffer.from('half'), 0);
    raw.end();
    while (!events.some(({ kind }) => kind === 'closed')) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(served.uploads).toEqual([]);
    await expect.poll(() => served?.files.list('/')).toEqual([]);
  });

  it('leaves no final name of what the application did not take', async () => {
    let refuse = true;
    const taken: string[] = [];
    served = await serve({
      uploaded: async ({ path }) => {
        if (refuse) throw new Error('the database is down: canary');
        taken.push(path);
      },
    });
    const files = await served.connect();
    const fault = { code: 'X12_TRANSPORT_UNAVAILABLE', details: { reason: 'server-error' } };
    await expect(files.write('/a.edi', bytesOf('ISA'))).rejects.toMatchObject(fault);
    expect(await files.stat('/a.edi')).toBeUndefined();
    await files.write('/.a', bytesOf('ISA'));
    await expect(files.rename('/.a', '/a.edi', 'plain')).rejects.toMatchObject({
      details: { reason: 'server-error' },
    });
    expect((await files.list('/')).map(({ name }) => name)).toEqual(['.a']);
    refuse = false;
    await files.rename('/.a', '/a.edi', 'plain');
    expect(taken).toEqual(['/a.edi']);
    expect(served.events.filter(({ kind }) => kind === 'fault')).toHaveLength(2);
    expect(JSON.stringify(served.events)).not.toContain('canary');
  });

  it('lets a rename replace a file only where the user may', async () => {
    served = await serve({}, { overwriteOnRename: true });
    const files = await served.connect();
    await files.write('/a.edi', bytesOf('old'));
    await files.write('/.a', bytesOf('newer'));
    await files.rename('/.a', '/a.edi', 'plain');
    expect(served.uploads.map(({ size }) => size)).toEqual([3, 5]);
    expect(String(await contentOf(served.files, '/a.edi'))).toBe('newer');
  });
});
