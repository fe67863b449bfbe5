import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BuiltServer } from '../support/built-server.js';
import { type Differences, differencesBetween, isTold, type Side } from './compare-sides.js';
import { claimBatch, order } from './documents.js';
import { Hook } from './hook.js';
import { Instance } from './instance.js';
import { becomePartners, otherOf, type SetName, type Trader, type Way } from './partners.js';
import { Poller } from './read-all.js';
import { Uploads } from './storm-uploads.js';
import { type Generated, settled, transactionsOf, trySending } from './trading.js';
import { until } from './until.js';

export interface StormOptions {
  readonly rounds: number;
  /** Of each side. */
  readonly processes: number;
  readonly ways: readonly Way[];
  /** Most milliseconds between two files of a client. */
  readonly pauseMs: number;
  /** Of a side: its database and object store; what takes them away again. */
  readonly placeOf: (
    name: Trader['name'],
  ) => Promise<{ readonly settings: Readonly<Record<string, string>>; remove(): Promise<void> }>;
}

export interface StormReport {
  /** Requests that were answered with a file. */
  readonly sent: number;
  /** What was done, and how long it took, in words. */
  readonly summary: string;
  readonly differences: Differences & { readonly uploads: readonly string[] };
}

/** Short, so that what a killed process had begun goes on soon; but longer than a busy machine keeps one waiting that lives. */
const FAST = {
  JOB_LEASE_MS: '10000',
  IDEMPOTENCY_LEASE_MS: '4000',
  // Five minutes in all: longer than the other takes to begin, again and again, on a busy machine.
  DELIVERY_INTERVAL_MS: '3000',
  DELIVERY_ATTEMPTS: '100',
  LOG_LEVEL: 'error',
};
/** Of clients, with processes that are killed as soon as they have begun: on a busy machine that takes them half a minute. */
const PATIENCE_MS = 1_200_000;
const CLIENTS = 2;
/** Most milliseconds that both live before one of them is killed. */
const MOST_MS = 2_500;
/** For all that is under way when the last has been killed: what is polled for goes there and back, at one look a minute. */
const CALM_MS = 300_000;
/** Of what each side's destination is told. */
const TOLD = ['transaction.processed.v2', 'file.processed.v2', 'file.delivered.v2', 'file.failed.v2'];
/** Between two looks of who polls. */
const POLL_MS = 500;

/** A side whose clients write down what they were answered. */
interface Storming extends Side {
  readonly answered: string[];
}

/**
 * Two that trade over several ways, and of which one process after another is killed at any instant and started again; then both are let
 * finish, and what one tells is compared with what the other tells.
 */
export async function stormOver(built: BuiltServer, options: StormOptions): Promise<StormReport> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-circle-storm-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const start = async (name: Trader['name']): Promise<Storming> => {
      const own = join(folder, name);
      mkdirSync(own);
      const hook = await Hook.open(own);
      closing.unshift(() => hook.close());
      const place = await options.placeOf(name);
      closing.unshift(() => place.remove());
      const settings = { ...FAST, TRUSTED_CA_FILE: hook.caFile, ...place.settings };
      const instance = await Instance.start({
        ...{ built, folder: own, settings },
        processes: options.processes,
        patienceMs: PATIENCE_MS,
      });
      closing.unshift(() => instance.kill());
      await instance.call('POST', '/2026-02-01/destinations', {
        body: {
          name: 'hook',
          destinationUrl: hook.url,
          eventTypes: TOLD,
          concurrencyLimit: 20,
        },
      });
      return {
        name,
        instance,
        answered: [],
        delivered: hook.delivered,
        poller: new Poller(instance, 'transactions', instance.liveKey),
      };
    };
    const sides = [await start('shop'), await start('mill')] as const;
    const terms = { ways: options.ways, partnership: { expectedAcknowledgments: { functional: true } } };
    await becomePartners(sides, terms);
    const report = await rage(sides, options, async () => {
      if (!options.ways.includes('polled')) return;
      // A look that met nobody has put the next one off: it is made at once where the connection is changed.
      await becomePartners(sides, { ...terms, isPolling: false });
      await becomePartners(sides, terms);
    });
    return report;
  } finally {
    for (const close of closing) await close();
  }
}

async function rage(
  sides: readonly [Storming, Storming],
  { rounds, ways, pauseMs }: StormOptions,
  lookAnew: () => Promise<void>,
): Promise<StormReport> {
  const clients = sides.flatMap((side) => Array.from({ length: CLIENTS }, () => new Client(side, { ways, pauseMs })));
  const uploads = new Uploads(sides[1].instance);
  const raging = new AbortController();
  const running = Promise.all([
    ...clients.map((client) => client.run()),
    uploads.run(),
    ...sides.map((side) => poll(side, raging.signal)),
  ]);
  let failed = false;
  running.catch(() => {
    failed = true;
  });
  const began = Date.now();
  // Who meets what it should not ends the storm: what it met is thrown below.
  for (let round = 1; round <= rounds && !failed; round++) {
    const victims = sides.flatMap(({ instance }) => instance.members);
    const victim = victims[below(victims.length)];
    await setTimeout(below(MOST_MS));
    await victim?.kill();
    await victim?.start();
    if (round % 10 === 0) console.log(`round ${round} of ${rounds}, ${answers(sides)} files, ${secondsSince(began)}`);
  }
  for (const one of [...clients, uploads]) one.stop();
  raging.abort();
  await running;
  const ended = Date.now();
  await lookAnew();
  for (const side of sides) await calm(side, otherOf(sides, side));
  for (const { poller } of sides) while ((await poller.poll()) > 0);
  const differences = {
    ...(await differencesBetween(sides, ways)),
    uploads: await uploads.differences(),
  };
  const sent = answers(sides);
  const summary = `${rounds} kills, ${sent} files, ${uploads.counts}, all done ${secondsSince(ended)} after the last`;
  return { sent, summary, differences };
}

/** As a program asks that is told of nothing: from where it was the last time. */
async function poll({ poller }: Side, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await poller.poll();
    await setTimeout(POLL_MS);
  }
}

/** Waits until all that was sent is answered, and told; what never comes is left for the comparison to name. */
async function calm(side: Side, other: Trader): Promise<void> {
  const { instance } = side;
  await settled(instance, { ms: CALM_MS });
  await settled(other.instance, { ms: CALM_MS });
  const isCalm = async (): Promise<true | undefined> => {
    const waiting = await transactionsOf(instance, 'acknowledgment=awaited');
    return waiting.length === 0 && (await isTold(side)) ? true : undefined;
  };
  await until('all to be answered and told', isCalm, { ms: CALM_MS, pauseMs: 1_000 }).catch(() => {});
}

/** Sends one file after another, each under an Idempotency-Key until it is answered. */
class Client {
  #stopped = false;
  readonly #side: Storming;
  readonly #options: Pick<StormOptions, 'ways' | 'pauseMs'>;

  constructor(side: Storming, options: Pick<StormOptions, 'ways' | 'pauseMs'>) {
    this.#side = side;
    this.#options = options;
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#sendOne();
      await setTimeout(below(this.#options.pauseMs));
    }
  }

  async #sendOne(): Promise<void> {
    const { instance, name } = this.#side;
    const { ways } = this.#options;
    const way = ways[below(ways.length)] as Way;
    const id = randomUUID().slice(0, 13);
    const [set, document]: [SetName, object] =
      name === 'shop' && Math.random() < 0.4
        ? ['claims', claimBatch(id, [`${id}-1`, `${id}-2`])]
        : ['orders', order(id)];
    const idempotencyKey = randomUUID();
    for (;;) {
      const { status, body } = await trySending(instance, way, set, [document], { idempotencyKey });
      if (status === 200) {
        this.#side.answered.push((body as Generated).fileExecutionId);
        return;
      }
      // Its first request is still held by a process that was killed, or there are too many at once.
      if (![409, 429].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
      await setTimeout(100);
    }
  }
}

function answers(sides: readonly Side[]): number {
  return sides.reduce((all, { answered }) => all + answered.length, 0);
}

function secondsSince(at: number): string {
  return `${Math.round((Date.now() - at) / 1_000)} s`;
}

function below(most: number): number {
  return Math.floor(Math.random() * most);
}
