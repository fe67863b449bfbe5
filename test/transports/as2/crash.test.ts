import { afterEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { type InboundPayload, payloadOf } from '../../../src/delivery/payload.js';
import type { Transport } from '../../../src/delivery/transport.js';
import { allOf, type Side, Sides, startSide, transportTo } from './two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());

/** What a disk keeps of the receiver: payloads by their id, and how often each was stored and accepted. */
class Store {
  readonly files = new Map<string, Uint8Array>();
  stored = 0;
  accepted = 0;

  async take(payload: InboundPayload, step: (name: string) => Promise<void>): Promise<void> {
    const bytes = await allOf(payload);
    await step('store');
    if (!this.files.has(payload.id)) this.stored++;
    this.files.set(payload.id, bytes);
    await step('accept');
    await payload.accept();
    this.accepted++;
    await step('accepted');
  }
}

/** Counts steps, and stands still for ever at one of them: what a kill leaves is what was done until then. */
class Process {
  readonly #at: number;
  readonly steps: string[] = [];
  killed: Promise<void>;
  #kill: () => void = () => undefined;

  constructor(at: number) {
    this.#at = at;
    this.killed = new Promise((resolve) => {
      this.#kill = resolve;
    });
  }

  readonly step = async (name: string): Promise<void> => {
    this.steps.push(name);
    if (this.steps.length < this.#at) return;
    this.#kill();
    await new Promise(() => undefined);
  };
}

/** The same entries through another object, as another process has them: turns that stand still are not shared. */
function reopened(journal: Journal): Journal {
  return {
    read: (kind, id) => journal.read(kind, id),
    write: (entry) => journal.write(entry),
    add: (entry) => journal.add(entry),
    remove: (kind, id) => journal.remove(kind, id),
    list: (kind) => journal.list(kind),
  };
}

const NEVER = Number.POSITIVE_INFINITY;
const PAYLOAD = payloadOf('one', 'a.edi', new Uint8Array(3000).fill(7));

async function receiver(process: Process, journal: Journal, store: Store): Promise<Side> {
  const side = await startSide('THEM', {
    journal: reopened(journal),
    endpoint: { onStep: process.step },
    take: (payload) => store.take(payload, process.step),
  });
  // One that stands still cannot be closed.
  sides.keep({ close: () => side.kill() });
  return side;
}

async function deliverUntilDone(transport: Transport): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await transport.deliver(PAYLOAD);
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Runs until all is done, the sender or the receiver being killed once at a step. @returns the steps of the killed one. */
async function run(mode: 'sync' | 'async', who: 'sender' | 'receiver', at: number): Promise<readonly string[]> {
  const [ours, theirs, store] = [createMemoryJournal(), createMemoryJournal(), new Store()];
  const killed = new Process(at);
  const spared = (): Process => new Process(NEVER);
  const us = await sides.start('US', { journal: reopened(ours) });
  let them = await receiver(who === 'receiver' ? killed : spared(), theirs, store);
  const settings = mode === 'async' ? { mdn: { mode, url: us.url, waitMinutes: 0.01 } } : {};
  const options = { settings, idleMs: 1_000, lookMs: 5 };
  const sender = (onStep: Process['step']) => transportTo(them, { ...options, journal: reopened(ours), onStep });
  const first = await sender(who === 'sender' ? killed.step : spared().step);
  if (who === 'sender') {
    await Promise.race([first.deliver(PAYLOAD).catch(() => undefined), killed.killed]);
  } else {
    const delivering = first.deliver(PAYLOAD).catch(() => undefined);
    await Promise.race([delivering, killed.killed]);
    // Its sockets die with it.
    await them.kill();
    await delivering;
    them = await receiver(spared(), theirs, store);
  }
  await deliverUntilDone(await sender(spared().step));
  expect([...store.files.values()].map(({ length }) => length)).toEqual([3000]);
  expect(store.stored).toBe(1);
  // Killed between what is written down and what it does next, the receiver has accepted it all the same.
  expect(store.accepted).toBeLessThanOrEqual(1);
  return killed.steps;
}

describe.each(['sync', 'async'] as const)('with receipts that are %s', (mode) => {
  it.each(['sender', 'receiver'] as const)(
    'a %s killed at any step loses nothing, and nothing is handed over twice',
    async (who) => {
      const all = new Set<string>();
      for (let at = 1; at <= 40; at++) {
        const steps = await run(mode, who, at);
        for (const step of steps) all.add(step);
        await sides.close();
        // It came to its end.
        if (steps.length < at) break;
      }
      const expected =
        who === 'sender'
          ? [
              'hash',
              'assemble',
              'note sending',
              'post',
              'judge',
              'note delivered',
              ...(mode === 'async' ? ['note sent', 'note awaiting', 'await'] : []),
            ]
          : ['read body', 'open', 'look', 'hand over', 'store', 'accept', 'note accepted', 'answer', 'accepted'];
      expect([...all]).toEqual(expect.arrayContaining(expected));
    },
  );
});
