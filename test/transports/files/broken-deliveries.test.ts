import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { mayHelpAgain } from '../../../src/delivery/retry.js';
import type { Receipt } from '../../../src/delivery/transport.js';
import { transportReasonOf } from '../../../src/delivery/transport-error.js';
import { fileTransport } from '../../../src/transports/files/file-transport.js';
import { remoteOfVirtual } from '../../../src/transports/files/remote-of-virtual.js';
import type { OutboundSettings } from '../../../src/transports/files/settings.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';
import { allBreaks, type Break, Killed, Life } from './breaking.js';
import { arrivedIn, putFile } from './virtual-harness.js';

const BYTES = Uint8Array.from({ length: 5000 }, (_, i) => i & 255);
const FOREIGN = BYTES.slice().reverse();
const payload = payloadOf('id', 'a.edi', BYTES);

interface Way {
  readonly settings: Omit<OutboundSettings, 'directory'>;
  /** Another file of the name is there; it has the payload's size, so that only its bytes tell it apart. */
  readonly foreign?: boolean;
  /** The server says that it never renames over a file. */
  readonly refusesTakenNames?: boolean;
}

const WAYS: Readonly<Record<string, Way>> = {
  'as it is by default': { settings: {} },
  'without a look at the final name': { settings: {}, refusesTakenNames: true },
  'reading back what was sent': { settings: { verify: 'hash' } },
  'with a temporary directory': { settings: { temporary: { directory: '/tmp', prefix: '', suffix: '.part' } } },
  'taking the next free name': { settings: { existing: 'suffix' }, foreign: true },
  'overwriting by one step': { settings: { existing: 'overwrite' }, foreign: true },
  'overwriting by two steps': { settings: { existing: 'overwrite', rename: 'delete-then-rename' }, foreign: true },
};

class World {
  readonly files: VirtualFiles = createMemoryFiles();
  readonly journal: Journal = createMemoryJournal();
  readonly #way: Way;
  /** Names of files that the partner has taken away; only where it does. */
  readonly taken: string[] = [];
  readonly #partnerTakes: boolean;

  constructor(way: Way, { partnerTakes = false } = {}) {
    this.#way = way;
    this.#partnerTakes = partnerTakes;
  }

  static async of(way: Way, options?: { partnerTakes?: boolean }): Promise<World> {
    const world = new World(way, options);
    for (const path of ['/out', '/tmp']) await world.files.makeDirectory(path);
    if (way.foreign) await putFile(world.files, '/out/a.edi', FOREIGN);
    return world;
  }

  /** One attempt of a process, which a break may end. */
  async attempt(breaks?: Break): Promise<{ receipt?: Receipt; error?: unknown; operations: number }> {
    const life = new Life(() => this.#watch(), breaks);
    const { settings, refusesTakenNames } = this.#way;
    const transport = fileTransport({
      kind: 'test',
      connection: 'partner',
      connect: life.connect(async () => Object.assign(remoteOfVirtual(this.files), { refusesTakenNames })),
      journal: life.journal(this.journal),
      outbound: { directory: '/out', ...settings },
    });
    const end = await transport.deliver(payload).then(
      (receipt) => ({ receipt }),
      (error: unknown) => ({ error }),
    );
    return { ...end, operations: life.operations };
  }

  /** After every operation: what is under a final name is whole, and ours is there once at most. */
  async #watch(): Promise<void> {
    const arrived = await arrivedIn(this.files, '/out');
    const ours = arrived.filter(({ bytes }) => same(bytes, BYTES));
    expect(arrived.filter(({ bytes }) => !same(bytes, BYTES) && !same(bytes, FOREIGN))).toEqual([]);
    expect(ours.length + this.taken.length).toBeLessThanOrEqual(1);
    if (!this.#partnerTakes) return;
    for (const { name } of ours) {
      await this.files.remove(`/out/${name}`);
      this.taken.push(name);
    }
  }
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

describe.each(Object.entries(WAYS))('a delivery %s', (_, way) => {
  it('arrives once and whole, wherever it is killed or cut', async () => {
    const { operations } = await (await World.of(way)).attempt();
    expect(operations).toBeGreaterThanOrEqual(8);
    for (const breaks of allBreaks(operations)) {
      const world = await World.of(way);
      const where = JSON.stringify(breaks);
      const first = await world.attempt(breaks);
      if (first.receipt === undefined && !(first.error instanceof Killed)) {
        expect(mayHelpAgain(first.error), where).toBe(true);
      }
      const second = await world.attempt();
      expect(second.error, where).toBeUndefined();
      expect((await world.attempt()).receipt, where).toMatchObject({ already: true, name: second.receipt?.name });
      const arrived = await arrivedIn(world.files, '/out');
      const expected = way.settings.existing === 'suffix' ? ['a-2.edi', 'a.edi'] : ['a.edi'];
      expect(arrived.map(({ name }) => name).sort(), where).toEqual(expected);
      expect(
        arrived.filter(({ bytes }) => same(bytes, BYTES)).map(({ name }) => name),
        where,
      ).toEqual([second.receipt?.name]);
      // No temporary file stays behind.
      expect((await world.files.list('/out')).length, where).toBe(arrived.length);
      expect(await world.files.list('/tmp'), where).toEqual([]);
    }
  });

  it('is never sent twice to a partner who takes it away at once', async () => {
    const { operations } = await (await World.of(way, { partnerTakes: true })).attempt();
    let vanished = 0;
    for (const breaks of allBreaks(operations)) {
      const world = await World.of(way, { partnerTakes: true });
      const where = JSON.stringify(breaks);
      await world.attempt(breaks);
      for (let again = 0; again < 3; again++) {
        const { error } = await world.attempt();
        if (error === undefined) continue;
        // Complete, gone, and no confirmation: that is for a person to find out, at each attempt anew.
        expect(transportReasonOf(error), where).toBe('remote-vanished');
        expect(mayHelpAgain(error), where).toBe(false);
        vanished++;
      }
      expect(world.taken.length, where).toBe(1);
    }
    expect(vanished).toBeGreaterThan(0);
  });
});

it('a second break in the repair does no harm either', async () => {
  const way: Way = { settings: {} };
  const { operations } = await (await World.of(way)).attempt();
  for (const one of allBreaks(operations)) {
    for (const other of allBreaks(operations).filter(({ how, when }) => how === 'kill' && when !== 'middle')) {
      const world = await World.of(way);
      await world.attempt(one);
      await world.attempt(other);
      const third = await world.attempt();
      expect(third.error, JSON.stringify([one, other])).toBeUndefined();
      expect(
        (await world.files.list('/out')).map(({ name }) => name),
        JSON.stringify([one, other]),
      ).toEqual(['a.edi']);
    }
  }
});
