import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import type { Transport } from '../../../src/delivery/transport.js';
import { transportError } from '../../../src/delivery/transport-error.js';
import { fileTransport } from '../../../src/transports/files/file-transport.js';
import type { RemoteFiles } from '../../../src/transports/files/remote-files.js';
import { remoteOfVirtual } from '../../../src/transports/files/remote-of-virtual.js';
import type { OutboundSettings } from '../../../src/transports/files/settings.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { arrivedIn, putFile, switching } from './virtual-harness.js';

const BYTES = new TextEncoder().encode('what is sent');
const payload = payloadOf('id', 'a.edi', BYTES);

/** A server of which some steps go as the test wants. */
async function server(change: (files: RemoteFiles) => Partial<RemoteFiles>, settings: Partial<OutboundSettings> = {}) {
  const files = createMemoryFiles();
  await files.makeDirectory('/out');
  const journal = createMemoryJournal();
  const steps: string[] = [];
  const changing = { on: true };
  const transport: Transport = fileTransport({
    kind: 'test',
    connection: 'partner',
    journal,
    outbound: { directory: '/out', ...settings },
    onStep: (step) => {
      steps.push(step);
    },
    connect: async () => {
      const remote = remoteOfVirtual(files);
      const plain: RemoteFiles = {
        list: (directory, signal) => remote.list(directory, signal),
        stat: (path, signal) => remote.stat(path, signal),
        write: (path, bytes, signal) => remote.write(path, bytes, signal),
        read: (path, options) => remote.read(path, options),
        rename: (from, to, mode, signal) => remote.rename(from, to, mode, signal),
        remove: (path, signal) => remote.remove(path, signal),
        renameModes: remote.renameModes,
        facts: remote.facts,
        rest: () => remote.rest(),
        wake: () => remote.wake(),
        close: () => remote.close(),
      };
      const changed = { ...plain, ...change(plain) };
      return switching(() => (changing.on ? changed : plain));
    },
  });
  return {
    files,
    journal,
    transport,
    steps,
    changing,
    names: async () => (await files.list('/out')).map((e) => e.name),
  };
}

const reason = (text: string) => ({ details: { reason: text } });

describe('a delivery over files', () => {
  it('takes its steps in order, each state written before the step that needs it', async () => {
    const { transport, steps } = await server(() => ({}));
    await transport.deliver(payload);
    expect(steps).toEqual([
      'connect',
      'note uploading',
      'write',
      'check size',
      'look at target',
      'note renaming',
      'rename',
      'note delivered',
    ]);
    steps.length = 0;
    await transport.deliver(payload);
    expect(steps).toEqual(['hash']);
  });

  it('looks at the final name behind the rename where another file had it', async () => {
    const { transport, files, steps } = await server(() => ({}), { existing: 'overwrite' });
    await (await files.open('/out/a.edi', 'create')).close();
    await transport.deliver(payload);
    expect(steps.slice(-3)).toEqual(['rename', 'check target', 'note delivered']);
  });

  it('leaves the look to a server that refuses taken names by itself, and takes its word', async () => {
    const { transport, steps, files, names } = await server(() => ({ refusesTakenNames: true }));
    await transport.deliver(payload);
    expect(steps).not.toContain('look at target');
    // Another's file is another's, with our very bytes, too.
    for (const bytes of [new Uint8Array(3), BYTES]) {
      await putFile(files, '/out/b.edi', bytes);
      const taken = transport.deliver(payloadOf(`other ${bytes.length}`, 'b.edi', BYTES));
      await expect(taken).rejects.toMatchObject(reason('target-exists'));
      expect((await names()).sort()).toEqual(['a.edi', 'b.edi']);
      expect((await files.stat('/out/b.edi'))?.size).toBe(bytes.length);
      await files.remove('/out/b.edi');
    }
    // What was refused may come again when the name is free.
    await transport.deliver(payloadOf('other 3', 'b.edi', BYTES));
  });

  it.each([{ rename: 'delete-then-rename' }, { existing: 'suffix' }, { existing: 'overwrite' }] as const)(
    'looks all the same where a name may be removed or another taken, %j',
    async (settings) => {
      const { transport, steps, files } = await server(() => ({ refusesTakenNames: true }), settings);
      await putFile(files, '/out/a.edi', new Uint8Array(3));
      const { existing = 'refuse' } = { ...settings };
      const delivery = transport.deliver(payload);
      if (existing === 'refuse') await expect(delivery).rejects.toMatchObject(reason('target-exists'));
      else await delivery;
      expect(steps).toContain('look at target');
      expect((await files.stat('/out/a.edi'))?.size).toBe(existing === 'overwrite' ? BYTES.length : 3);
    },
  );

  it('does not rename what the server keeps only half of', async () => {
    const { transport, names, changing } = await server((files) => ({
      write: async (path, bytes, signal) => {
        await files.write(path, bytes, signal);
        await files.write(path, cut(), signal);
      },
    }));
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('size-differs'));
    expect(await names()).toEqual([]);
    changing.on = false;
    expect((await transport.deliver(payload)).already).toBe(false);
  });

  it('finds other bytes of the same size only by reading back', async () => {
    const spoil = (files: RemoteFiles): Partial<RemoteFiles> => ({
      write: (path, bytes, signal) => files.write(path, spoilt(bytes), signal),
    });
    await (await server(spoil)).transport.deliver(payload);
    const reading = await server(spoil, { verify: 'hash' });
    await expect(reading.transport.deliver(payload)).rejects.toMatchObject(reason('content-differs'));
    expect(await reading.names()).toEqual([]);
  });

  /** Of one byte, another at each reading. */
  function changing() {
    const seen = { openings: 0 };
    async function* open() {
      yield Uint8Array.of(++seen.openings);
    }
    return { seen, payload: { id: 'id', name: 'a.edi', open } };
  }

  it('reads the bytes once, and hashes what it sends', async () => {
    const { transport, files } = await server(() => ({}));
    const { seen, payload } = changing();
    const { sha256 } = await transport.deliver(payload);
    expect(seen.openings).toBe(1);
    const [arrived] = await arrivedIn(files, '/out');
    expect(
      createHash('sha256')
        .update(arrived?.bytes ?? '')
        .digest('hex'),
    ).toBe(sha256);
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('payload-changed'));
  });

  it('tells of bytes that change while those of an earlier attempt are sent anew, and delivers none', async () => {
    const { transport, files, journal } = await server(() => ({}));
    const { payload } = changing();
    // What an attempt left that was killed at the rename, over a server that then lost a part of the file.
    await putFile(files, '/out/.tmp-killed', new Uint8Array());
    const facts = { connection: 'partner', payload: 'id', temporary: '/out/.tmp-killed', target: '/out/a.edi' };
    const digest = { size: 1, sha256: createHash('sha256').update(Uint8Array.of(1)).digest('hex') };
    const entry = { kind: 'delivery', id: 'partner\nid', state: 'renaming', at: new Date(0).toISOString() } as const;
    await journal.write({ ...entry, facts: { ...facts, ...digest } });
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('source-changed'));
    expect(await arrivedIn(files, '/out')).toEqual([]);
  });

  it('refuses a payload whose size is not what it says', async () => {
    const { transport, names } = await server(() => ({}));
    await expect(transport.deliver({ ...payload, size: 5 })).rejects.toMatchObject(reason('payload-unreadable'));
    expect(await names()).toEqual([]);
  });

  it('clears up after a refused rename, and does not take the file that came there since for its own', async () => {
    const { files, transport, names, changing } = await server(() => ({
      rename: async () => {
        throw transportError('rename-refused');
      },
    }));
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('rename-refused'));
    expect(await names()).toEqual([]);
    changing.on = false;
    await putFile(files, '/out/a.edi', BYTES);
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('target-exists'));
    await files.remove('/out/a.edi');
    expect((await transport.deliver(payload)).already).toBe(false);
  });

  it('takes the next name when one is taken between look and rename', async () => {
    const { files, transport, names } = await server(
      (remote) => ({
        rename: async (from, to, mode, signal) => {
          if (to === '/out/a.edi') await putFile(files, to, new Uint8Array(3));
          return remote.rename(from, to, mode, signal);
        },
      }),
      { existing: 'suffix' },
    );
    expect((await transport.deliver(payload)).name).toBe('a-2.edi');
    expect((await names()).sort()).toEqual(['a-2.edi', 'a.edi']);
  });

  it('never removes the target for a rename that is refused for another reason', async () => {
    const { files, transport, names } = await server(
      () => ({
        renameModes: ['plain', 'delete-then-rename'],
        rename: async () => {
          throw transportError('permission-denied');
        },
      }),
      { existing: 'overwrite' },
    );
    await putFile(files, '/out/a.edi', new Uint8Array(3));
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('permission-denied'));
    expect(await names()).toEqual(['a.edi']);
  });

  it('overwrites where the server has no step for it', async () => {
    const { files, transport } = await server(() => ({ renameModes: ['plain', 'delete-then-rename'] }), {
      existing: 'overwrite',
    });
    await putFile(files, '/out/a.edi', new Uint8Array(3));
    await transport.deliver(payload);
    expect((await arrivedIn(files, '/out')).map(({ bytes }) => bytes.length)).toEqual([BYTES.length]);
  });

  it('counts a rename that was done though the server says it was not', async () => {
    const { transport, names } = await server((files) => ({
      rename: async (from, to, mode, signal) => {
        await files.rename(from, to, mode, signal);
        throw transportError('server-error');
      },
    }));
    expect((await transport.deliver(payload)).name).toBe('a.edi');
    expect(await names()).toEqual(['a.edi']);
  });

  it('counts a confirmed rename, whatever becomes of the connection and of the file', async () => {
    const { files, transport } = await server((remote) => {
      let renamed = false;
      return {
        rename: async (from, to, mode, signal) => {
          await remote.rename(from, to, mode, signal);
          await files.remove(to);
          renamed = true;
        },
        stat: async (path, signal) => {
          if (renamed) throw transportError('connection-lost');
          return remote.stat(path, signal);
        },
      };
    });
    expect((await transport.deliver(payload)).already).toBe(false);
    expect((await transport.deliver(payload)).already).toBe(true);
  });

  it('says that it does not know, when the connection is lost in a rename', async () => {
    const { transport, changing } = await server((files) => ({
      rename: async (from, to, mode, signal) => {
        await files.rename(from, to, mode, signal);
        throw transportError('connection-lost');
      },
    }));
    const unknown = { code: 'X12_TRANSPORT_UNKNOWN', ...reason('confirmation-lost') };
    await expect(transport.deliver(payload)).rejects.toMatchObject(unknown);
    changing.on = false;
    expect((await transport.deliver(payload)).already).toBe(true);
  });

  it('sends what vanished only after a person has removed the entry', async () => {
    const { files, journal, transport, changing } = await server((remote) => ({
      rename: async (from, to, mode, signal) => {
        await remote.rename(from, to, mode, signal);
        throw transportError('connection-lost');
      },
    }));
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('confirmation-lost'));
    await files.remove('/out/a.edi');
    changing.on = false;
    for (let again = 0; again < 2; again++) {
      await expect(transport.deliver(payload)).rejects.toMatchObject(reason('remote-vanished'));
    }
    // Another file of the same size under that name is not taken for ours.
    await putFile(files, '/out/a.edi', BYTES.slice().reverse());
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('remote-vanished'));
    await files.remove('/out/a.edi');
    for await (const { kind, id } of journal.list('delivery')) await journal.remove(kind, id);
    expect((await transport.deliver(payload)).already).toBe(false);
  });

  it('goes into the directory that the payload names, below that of the transport', async () => {
    const { files, transport } = await server(() => ({}));
    await files.makeDirectory('/out/orders');
    const receipt = await transport.deliver({ ...payload, directory: 'orders' });
    expect(receipt.evidence).toEqual({ path: '/out/orders/a.edi' });
    expect((await files.list('/out/orders')).map(({ name }) => name)).toEqual(['a.edi']);
    for (const directory of ['..', '/orders', 'orders/../..', 'orders//', 'a\\b']) {
      const elsewhere = { ...payloadOf(`id ${directory}`, 'a.edi', BYTES), directory };
      await expect(transport.deliver(elsewhere), directory).rejects.toMatchObject(reason('name-refused'));
    }
    const missing = { ...payloadOf('missing', 'a.edi', BYTES), directory: 'claims' };
    await expect(transport.deliver(missing)).rejects.toMatchObject(reason('directory-missing'));
  });

  it('keeps two connections of one journal apart', async () => {
    const journal = createMemoryJournal();
    const files = createMemoryFiles();
    for (const path of ['/one', '/two']) await files.makeDirectory(path);
    const connect = async () => remoteOfVirtual(files);
    for (const connection of ['one', 'two']) {
      const outbound = { directory: `/${connection}` };
      const transport = fileTransport({ kind: 'test', connect, journal, connection, outbound });
      expect((await transport.deliver(payload)).already).toBe(false);
      expect(await arrivedIn(files, `/${connection}`)).toHaveLength(1);
    }
  });

  it('leaves no session open once the transport is closed, however it ended', async () => {
    let open = 0;
    const { transport } = await server((files) => {
      open++;
      return {
        close: async () => {
          open--;
          await files.close();
        },
        write: async () => {
          throw transportError('disk-full');
        },
      };
    });
    await expect(transport.deliver(payload)).rejects.toMatchObject(reason('disk-full'));
    await transport.check();
    expect(open).toBeGreaterThan(0);
    await transport.close();
    expect(open).toBe(0);
  });
});

async function* cut(): AsyncGenerator<Uint8Array> {
  yield BYTES.subarray(0, 5);
}

async function* spoilt(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield chunk.slice().reverse();
}
