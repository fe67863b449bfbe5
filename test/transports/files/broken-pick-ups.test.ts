import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { transportReasonOf } from '../../../src/delivery/transport-error.js';
import { fileTransport } from '../../../src/transports/files/file-transport.js';
import type { RemoteFile, RemoteFiles } from '../../../src/transports/files/remote-files.js';
import { remoteOfVirtual } from '../../../src/transports/files/remote-of-virtual.js';
import type { InboundSettings } from '../../../src/transports/files/settings.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';
import { allBreaks, type Break, Killed, Life } from './breaking.js';
import { getFile, putFile } from './virtual-harness.js';

interface Way {
  readonly settings: Partial<InboundSettings>;
  /** A server that does not say when a file was changed. */
  readonly timeless?: boolean;
  /** The caller stores a payload without reading it again where it has one of that id. */
  readonly trigger?: string;
}

const WAYS: Readonly<Record<string, Way>> = {
  'that deletes': { settings: { stableMs: 0 } },
  'that looks twice': { settings: { stableMs: 1 } },
  'that archives': { settings: { stableMs: 0, archiveDirectory: '/done' } },
  'with trigger files': { settings: { triggerSuffix: '.ok' }, trigger: '.ok' },
  'from a server without times': { settings: { stableMs: 0 }, timeless: true },
};

const NAMES = ['a.edi', 'b.edi', 'c.edi'];

class World {
  readonly files: VirtualFiles = createMemoryFiles();
  readonly journal: Journal = createMemoryJournal();
  /** What the caller has stored durably: bytes by id, whatever became of the process since. */
  readonly stored = new Map<string, string>();
  readonly #way: Way;

  constructor(way: Way) {
    this.#way = way;
  }

  static async of(way: Way): Promise<World> {
    const world = new World(way);
    for (const path of ['/in', '/done']) await world.files.makeDirectory(path);
    for (const name of NAMES) await putFile(world.files, `/in/${name}`, Buffer.from(`content of ${name}`));
    if (way.trigger) for (const name of NAMES) await putFile(world.files, `/in/${name}${way.trigger}`, Buffer.from(''));
    return world;
  }

  /** One round of a process; a caller that goes on after an error of one file. */
  async round(breaks?: Break): Promise<{ error?: unknown; operations: number; received: number }> {
    const life = new Life(() => this.#demandNothingLost(), breaks);
    let received = 0;
    const transport = fileTransport({
      kind: 'test',
      connection: 'partner',
      connect: life.connect(async () => (this.#way.timeless ? timeless : same)(remoteOfVirtual(this.files))),
      journal: life.journal(this.journal),
      inbound: { directory: '/in', ...this.#way.settings },
      wait: async () => {},
    });
    try {
      for await (const payload of transport.receive()) {
        received++;
        try {
          if (!this.stored.has(payload.id)) {
            const chunks: Uint8Array[] = [];
            for await (const chunk of payload.open()) chunks.push(chunk);
            await life.step(async () => this.stored.set(payload.id, Buffer.concat(chunks).toString()));
          }
          await payload.accept();
        } catch (error) {
          if (error instanceof Killed) throw error;
          expect(transportReasonOf(error)).toBe('connection-lost');
        }
      }
      return { operations: life.operations, received };
    } catch (error) {
      return { error, operations: life.operations, received };
    }
  }

  async left(): Promise<readonly string[]> {
    return (await this.files.list('/in')).map(({ name }) => name);
  }

  /** A file is in the inbox, or stored; never neither. */
  async #demandNothingLost(): Promise<void> {
    const left = await this.left();
    const texts = [...this.stored.values()];
    for (const name of NAMES) expect(left.includes(name) || texts.includes(`content of ${name}`), name).toBe(true);
  }
}

function same(files: RemoteFiles): RemoteFiles {
  return files;
}

function timeless(files: RemoteFiles): RemoteFiles {
  const without = ({ name, kind, size }: RemoteFile): RemoteFile => ({ name, kind, size });
  return {
    renameModes: files.renameModes,
    facts: files.facts,
    rest: () => files.rest(),
    wake: () => files.wake(),
    list: async (directory, signal) => (await files.list(directory, signal)).map(without),
    stat: async (path, signal) => {
      const file = await files.stat(path, signal);
      return file && without(file);
    },
    write: (path, bytes, signal) => files.write(path, bytes, signal),
    read: (path, options) => files.read(path, options),
    rename: (from, to, mode, signal) => files.rename(from, to, mode, signal),
    remove: (path, signal) => files.remove(path, signal),
    close: () => files.close(),
  };
}

describe.each(Object.entries(WAYS))('a pick-up %s', (_, way) => {
  it('stores each file once, wherever it is killed or cut', async () => {
    const { operations } = await (await World.of(way)).round();
    expect(operations).toBeGreaterThan(15);
    for (const one of allBreaks(operations)) {
      const world = await World.of(way);
      const where = JSON.stringify(one);
      await world.round(one);
      const second = await world.round();
      expect(second.error, where).toBeUndefined();
      expect((await world.round()).received, where).toBe(0);
      expect(await world.left(), where).toEqual([]);
      // One id a file: had one come under two, it would be stored twice.
      expect([...world.stored.values()].sort(), where).toEqual(NAMES.map((name) => `content of ${name}`));
      const archived = (await world.files.list('/done')).map(({ name }) => name).sort();
      expect(archived, where).toEqual(way.settings.archiveDirectory === undefined ? [] : NAMES);
    }
  });

  it('takes the next file of a name, though it looks the same', async () => {
    const world = await World.of(way);
    for (let turn = 1; turn <= 3; turn++) {
      await putFile(world.files, '/in/a.edi', Buffer.from('content of a.edi'));
      await world.files.setModified('/in/a.edi', 1_700_000_000_000);
      if (way.trigger) await putFile(world.files, `/in/a.edi${way.trigger}`, Buffer.from(''));
      await world.round();
      expect(await world.left()).toEqual([]);
      expect([...world.stored.values()].filter((text) => text === 'content of a.edi')).toHaveLength(turn);
    }
    if (way.settings.archiveDirectory !== undefined) {
      expect((await getFile(world.files, '/done/a-3.edi')).length).toBeGreaterThan(0);
    }
  });
});
