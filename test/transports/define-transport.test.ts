import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/delivery/journal.js';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { payloadOf } from '../../src/delivery/payload.js';
import { transportContract } from '../../src/testing/transport-contract.js';
import { defineTransport, type TransportDefinition } from '../../src/transports/define-transport.js';
import type { FileStore } from '../../src/transports/files/file-store.js';
import type { FileTransportSettings } from '../../src/transports/files/file-transport.js';
import { type MapStore, mapStore, storeHarness } from './files/map-store.js';

const mapTransport = defineTransport<{ store: FileStore }>({
  kind: 'map',
  options: { store: 'needed' },
  open: ({ store }) => store,
});

interface World extends MapStore {
  readonly journal: Journal;
  readonly transport: (
    change?: Partial<FileStore>,
    settings?: Partial<FileTransportSettings>,
  ) => ReturnType<typeof mapTransport>;
}

function world(): World {
  const kept = mapStore();
  const journal = createMemoryJournal();
  return Object.assign(kept, {
    journal,
    transport: (change: Partial<FileStore> = {}, settings: Partial<FileTransportSettings> = {}) =>
      mapTransport({
        store: { ...kept.store, ...change },
        connection: 'partner',
        journal,
        outbound: { directory: 'out' },
        inbound: { directory: 'in', stableMs: 0 },
        ...settings,
      }),
  });
}

const bytes = new TextEncoder().encode('ISA*00*');
const payload = payloadOf('id', 'a.edi', bytes);

describe('a transport of a store', () => {
  const make = (change: (kept: MapStore) => Partial<FileStore>) => () => {
    const one = world();
    return storeHarness(one, ({ existing } = {}) =>
      one.transport(change(one), { outbound: { directory: 'out', existing } }),
    );
  };
  for (const check of transportContract(make(() => ({})))) it(check.name, check.run);

  describe('without a look at one file', () => {
    // The fault of one that cannot be reached is put into the listing.
    const change = ({ store }: MapStore): Partial<FileStore> => ({
      stat: undefined,
      list: async (directory, options) => {
        await store.stat?.('', options);
        return [...(await collect(store.list(directory, options)))];
      },
    });
    for (const check of transportContract(make(change))) it(check.name, check.run);
  });
});

async function collect<T>(source: Iterable<T> | AsyncIterable<T> | Promise<Iterable<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of await source) all.push(one);
  return all;
}

describe('a delivery into a store', () => {
  it('looks after a call that was lost, and asks a person where the file is not there', async () => {
    const one = world();
    const lost: FileStore['put'] = async (_, source) => {
      await collect(source);
      throw new Error('socket hang up');
    };
    const unknown = { code: 'X12_TRANSPORT_UNKNOWN' };
    await expect(one.transport({ put: lost }).deliver(payload)).rejects.toMatchObject({
      ...unknown,
      details: { reason: 'confirmation-lost' },
    });
    await expect(one.transport().deliver(payload)).rejects.toMatchObject({
      ...unknown,
      details: { reason: 'remote-vanished' },
    });
    expect(one.files.size).toBe(0);
  });

  it('refuses a store that it cannot wait for', async () => {
    const one = world();
    const put: FileStore['put'] = (path, source, options) => {
      // What nobody waits for goes on by itself, and ends as the delivery does.
      void one.store.put(path, source, options).catch(() => undefined);
      return undefined as unknown as Promise<void>; // as JavaScript lets one write it
    };
    await expect(one.transport({ put }).deliver(payload)).rejects.toMatchObject({
      message: expect.stringMatching(/gave no promise/),
    });
  });

  it('sends again where the partner leaves files where they are', async () => {
    const one = world();
    const outbound = { directory: 'out', whenGone: 'send' } as const;
    const lost: FileStore['put'] = async (_, source) => {
      await collect(source);
      throw new Error('socket hang up');
    };
    await expect(one.transport({ put: lost }, { outbound }).deliver(payload)).rejects.toThrow();
    expect(await one.transport({}, { outbound }).deliver(payload)).toMatchObject({ already: false, name: 'a.edi' });
    expect(one.files.get('out/a.edi')?.bytes).toEqual(bytes);
  });

  it('does not let the last byte go before the journal knows of it', async () => {
    const one = world();
    const seen: (string | undefined)[] = [];
    const put: FileStore['put'] = async (path, source, options) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of source) {
        seen.push((await one.journal.read('delivery', 'partner\nid'))?.state);
        chunks.push(chunk);
      }
      await one.store.put(path, listed(chunks), options);
    };
    const pieces = { ...payload, open: () => listed([bytes.subarray(0, 3), new Uint8Array(0), bytes.subarray(3)]) };
    await one.transport({ put }).deliver(pieces);
    expect(seen).toEqual(['uploading', 'uploading', 'uploading', 'renaming']);
  });

  it('is known to have put nothing where it broke before the last byte', async () => {
    const one = world();
    const put: FileStore['put'] = async (_, source) => {
      for await (const _ of source) throw new Error('socket hang up');
    };
    const pieces = { ...payload, open: () => listed([bytes.subarray(0, 3), bytes.subarray(3)]) };
    await expect(one.transport({ put }).deliver(pieces)).rejects.toMatchObject({ code: 'X12_TRANSPORT_UNAVAILABLE' });
    expect((await one.journal.read('delivery', 'partner\nid'))?.state).toBe('uploading');
  });

  it('ends by the signal though the store never answers, and the store gets no more', async () => {
    const one = world();
    const control = new AbortController();
    let reading: Promise<unknown> | undefined;
    const put: FileStore['put'] = (_, source) => {
      reading = (async () => {
        control.abort();
        await setTimeout(1);
        return collect(source);
      })();
      reading.catch(() => undefined);
      return new Promise(() => {});
    };
    const pieces = { ...payload, open: () => listed([bytes.subarray(0, 3), bytes.subarray(3)]) };
    await expect(one.transport({ put }).deliver(pieces, control.signal)).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await expect(reading).rejects.toThrow();
    expect(await one.transport().deliver(pieces)).toMatchObject({ already: false });
  });

  it('takes an answer of "taken" for its own file where a client had tried again by itself', async () => {
    const one = world();
    const put: FileStore['put'] = async (path, source, options) => {
      const chunks = await collect(source);
      await one.store.put(path, listed(chunks), options);
      await one.store.put(path, listed(chunks), options);
    };
    expect(await one.transport({ put }).deliver(payload)).toMatchObject({ name: 'a.edi', already: false });
  });

  it('comes again where the store says "taken", and nothing is there', async () => {
    const one = world();
    const put: FileStore['put'] = async (_, source) => {
      await collect(source);
      throw Object.assign(new Error('conflict'), { $metadata: { httpStatusCode: 409 } });
    };
    await expect(one.transport({ put }).deliver(payload)).rejects.toMatchObject({
      details: { reason: 'server-busy', again: true },
    });
    expect(await one.transport().deliver(payload)).toMatchObject({ already: false });
  });

  it('tells a store that takes only half of what it is given', async () => {
    const put: FileStore['put'] = async (_, source) => {
      for await (const _ of source) break;
    };
    const pieces = { ...payload, open: () => listed([bytes.subarray(0, 3), bytes.subarray(3)]) };
    await expect(world().transport({ put }).deliver(pieces)).rejects.toMatchObject({
      details: { reason: 'size-differs' },
    });
  });

  it.each([
    [{ status: 401 }, 'authentication-failed'],
    [{ statusCode: 403 }, 'permission-denied'],
    [{ $metadata: { httpStatusCode: 503 } }, 'server-busy'],
    [{ code: 507 }, 'disk-full'],
    [{ status: 418 }, 'http-refused'],
    [{ status: 500 }, 'server-error'],
    [{ code: 'ENOTFOUND' }, 'host-not-found'],
    [{ cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }) }, 'connection-refused'],
    [{}, 'connection-lost'],
  ])('calls %j %s', async (facts, reason) => {
    const stat = () => Promise.reject(Object.assign(new Error('it failed'), facts));
    await expect(world().transport({ stat }).deliver(payload)).rejects.toMatchObject({ details: { reason } });
  });

  it('reads back what it put where it is told to', async () => {
    const one = world();
    const put: FileStore['put'] = async (path, source, options) => {
      await one.store.put(path, listed((await collect(source)).toReversed()), options);
    };
    const outbound = { directory: 'out', verify: 'hash' } as const;
    await expect(one.transport({ put }, { outbound }).deliver(payload)).rejects.toMatchObject({
      details: { reason: 'remote-vanished' },
    });
  });
});

describe('a pick-up from a store', () => {
  it('archives what is accepted, and passes over what lies deeper', async () => {
    const one = world();
    one.files.set('in/a.edi', { bytes, modified: 1 });
    one.files.set('in/deep/b.edi', { bytes, modified: 1 });
    const inbound = { directory: 'in', stableMs: 0, archiveDirectory: 'done' };
    for await (const received of one.transport({}, { inbound }).receive()) await received.accept();
    expect([...one.files.keys()].sort()).toEqual(['done/a.edi', 'in/deep/b.edi']);
    expect(one.files.get('done/a.edi')?.bytes).toEqual(bytes);
  });

  it('reads from whatever holds bytes', async () => {
    const one = world();
    one.files.set('in/a.edi', { bytes, modified: 1 });
    for (const read of [() => new Response(bytes), async () => new Blob([bytes]), () => listed([bytes])]) {
      for await (const received of one.transport({ read }).receive())
        expect(new Uint8Array(Buffer.concat([...(await collect(received.open()))]))).toEqual(bytes);
    }
  });
});

describe('what defines a transport', () => {
  it('is closed once, after all sessions', async () => {
    let closed = 0;
    const transport = world().transport({ close: async () => ++closed });
    await transport.deliver(payload);
    await Promise.all([transport.close(), transport.close()]);
    expect(closed).toBe(1);
  });

  it.each([
    [() => mapTransport(none()), 'the map transport needs { connection, journal, store }'],
    [() => mapTransport(wrong({ connection: 'a', journal: createMemoryJournal() })), 'store is missing'],
    [
      () =>
        mapTransport(wrong({ connection: 'a', journal: createMemoryJournal(), store: mapStore().store, outbond: {} })),
      'Did you mean outbound?',
    ],
    [
      () => mapTransport(wrong({ connection: 'a', journal: createMemoryJournal(), store: { put: () => {} } })),
      'has no read',
    ],
    [() => defineTransport(none()), 'defineTransport needs { kind, options, open }'],
    [() => defineTransport(wrong<TransportDefinition<object>>({ kind: 'a', options: {} })), 'open is missing'],
  ])('is told what is missing: %#', (make, text) => {
    expect(make).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID', message: expect.stringContaining(text) }),
    );
  });
});

/** As from JavaScript, which knows no types. */
function none(): never {
  return undefined as never;
}

function wrong<T>(options: unknown): T {
  return options as T;
}

async function* listed(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
