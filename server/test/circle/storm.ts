import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BuiltServer } from '../support/built-server.js';
import { type Differences, differencesBetween, type Side } from './compare-sides.js';
import { claimBatch, order } from './documents.js';
import { Hook } from './hook.js';
import { Instance } from './instance.js';
import { becomePartners, otherOf, type SetName, type Trader, type Way } from './partners.js';
import { settled, transactionsOf, trySending } from './trading.js';
import { until } from './until.js';

export interface StormOptions {
  readonly rounds: number;
  /** Of each side. */
  readonly processes: number;
  readonly ways: readonly Way[];
  /** Of a side: its database and object store; what takes them away again. */
  readonly placeOf: (
    name: Trader['name'],
  ) => Promise<{ readonly settings: Readonly<Record<string, string>>; remove(): Promise<void> }>;
}

export interface StormReport {
  readonly kills: number;
  /** Requests that were answered with a file. */
  readonly sent: number;
  readonly differences: Differences;
}

/** Short, so that what a killed process had begun goes on at once. */
const FAST = {
  JOB_LEASE_MS: '1500',
  IDEMPOTENCY_LEASE_MS: '1500',
  DELIVERY_INTERVAL_MS: '300',
  DELIVERY_ATTEMPTS: '100',
  LOG_LEVEL: 'error',
};
const CLIENTS = 2;
/** Most milliseconds that both live before one of them is killed. */
const MOST_MS = 1_500;
/** Between two files of a client. */
const PAUSE_MS = 150;
/** For all that is under way when the last has been killed. */
const CALM_MS = 180_000;

/**
 * Two that trade over several ways, and of which one process after another is killed at any instant and started again; then both are let
 * finish, and what one tells is compared with what the other tells.
 */
export async function stormOver(built: BuiltServer, options: StormOptions): Promise<StormReport> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-circle-storm-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const start = async (name: Trader['name']): Promise<Side> => {
      const own = join(folder, name);
      mkdirSync(own);
      const hook = await Hook.open(own);
      closing.unshift(() => hook.close());
      const place = await options.placeOf(name);
      closing.unshift(() => place.remove());
      const settings = { ...FAST, TRUSTED_CA_FILE: hook.caFile, ...place.settings };
      const instance = await Instance.start({ built, folder: own, processes: options.processes, settings });
      closing.unshift(() => instance.kill());
      await instance.call('POST', '/2026-02-01/destinations', {
        body: {
          name: 'hook',
          destinationUrl: hook.url,
          eventTypes: ['transaction.processed.v2'],
          concurrencyLimit: 20,
        },
      });
      return { name, instance, delivered: hook.delivered };
    };
    const sides = [await start('shop'), await start('mill')] as const;
    await becomePartners(sides, { ways: options.ways, partnership: { expectedAcknowledgments: { functional: true } } });
    return await rage(sides, options);
  } finally {
    for (const close of closing) await close();
  }
}

async function rage(sides: readonly [Side, Side], { rounds, ways }: StormOptions): Promise<StormReport> {
  const clients = sides.flatMap((side) => Array.from({ length: CLIENTS }, () => new Client(side, ways)));
  const running = Promise.all(clients.map((client) => client.run()));
  // Met below, once the rounds are over.
  running.catch(() => {});
  let kills = 0;
  for (let round = 1; round <= rounds; round++) {
    const victims = sides.flatMap(({ instance }) => instance.members);
    const victim = victims[below(victims.length)];
    await setTimeout(below(MOST_MS));
    await victim?.kill();
    kills++;
    await victim?.start();
    if (round % 10 === 0) console.log(`round ${round} of ${rounds}, ${sum(clients)} files`);
  }
  for (const client of clients) client.stop();
  await running;
  const sent = sum(clients);
  for (const side of sides) await calm(side, otherOf(sides, side));
  return { kills, sent, differences: await differencesBetween(sides, ways) };
}

/** Waits until all that was sent is answered, and told; what never comes is left for the comparison to name. */
async function calm({ instance, delivered }: Side, other: Trader): Promise<void> {
  await settled(instance, { ms: CALM_MS });
  await settled(other.instance, { ms: CALM_MS });
  const isCalm = async (): Promise<true | undefined> => {
    const waiting = await transactionsOf(instance, 'acknowledgment=awaited');
    const all = await transactionsOf(instance);
    const told = delivered.map(({ body }) => body).join();
    return waiting.length === 0 && all.every(({ transactionId }) => told.includes(transactionId)) ? true : undefined;
  };
  await until('all to be answered and told', isCalm, { ms: CALM_MS }).catch(() => {});
}

/** Sends one file after another, each under an Idempotency-Key until it is answered. */
class Client {
  sent = 0;
  #stopped = false;
  readonly #side: Trader;
  readonly #ways: readonly Way[];

  constructor(side: Trader, ways: readonly Way[]) {
    this.#side = side;
    this.#ways = ways;
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#sendOne();
      await setTimeout(below(PAUSE_MS));
    }
  }

  async #sendOne(): Promise<void> {
    const { instance, name } = this.#side;
    const way = this.#ways[below(this.#ways.length)] as Way;
    const id = randomUUID().slice(0, 13);
    const [set, document]: [SetName, object] =
      name === 'shop' && Math.random() < 0.4
        ? ['claims', claimBatch(id, [`${id}-1`, `${id}-2`])]
        : ['orders', order(id)];
    const idempotencyKey = randomUUID();
    for (;;) {
      const { status, body } = await trySending(instance, way, set, [document], { idempotencyKey });
      if (status === 200) break;
      // Its first request is still held by a process that was killed, or there are too many at once.
      if (![409, 429].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
      await setTimeout(100);
    }
    this.sent++;
  }
}

function sum(clients: readonly Client[]): number {
  return clients.reduce((all, { sent }) => all + sent, 0);
}

function below(most: number): number {
  return Math.floor(Math.random() * most);
}
