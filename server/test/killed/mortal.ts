import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../../src/exchange/services.js';
import { createJobs, type JobRunner, type JobsOptions } from '../../src/jobs/create-jobs.js';
import type { JobHandler } from '../../src/jobs/job.js';
import type { Store } from '../../src/store/store.js';
import { placesOf, SILENT } from '../support/test-jobs.js';

/** Longer than the leases of a process that was killed: as much later the next one begins. */
export const LATER_MS = 61_000;

let count = 0;

/** Kept, as what stands still has files open: the collector would close them, with a warning. */
const standing: (() => void)[] = [];
const standStill = (): Promise<void> => new Promise((resolve) => standing.push(resolve));

/**
 * A process that can be killed between any two of its steps: at the one that was named it stands still for ever, and nothing that it does
 * afterwards reaches the store. What another process finds then is what a kill leaves.
 */
export class Mortal {
  /** What it has done, in order. */
  readonly steps: string[] = [];
  isDead = false;
  readonly died: Promise<void>;
  readonly #at: number;
  #die: () => void = () => {};
  #runner: JobRunner | undefined;

  /** @param at the step at which it is killed, from 1. Default: it lives. */
  constructor(at = Number.POSITIVE_INFINITY) {
    this.#at = at;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  /** The step at which it was killed. */
  get end(): string | undefined {
    return this.isDead ? this.steps.at(-1) : undefined;
  }

  /** What comes next is done where it lives. */
  async step(name: string): Promise<void> {
    if (!this.isDead) {
      this.steps.push(name);
      if (this.steps.length < this.#at) return;
      this.isDead = true;
      this.#die();
    }
    await standStill();
  }

  /** Services whose writes are steps. */
  services(built: Services): Services {
    const { store, artifacts, reader } = built;
    return {
      ...built,
      reader: {
        ...reader,
        judge: (source, plan, options) => atOnce(reader.judge(source, plan, options)),
        read: (source, plan, options) => atOnce(reader.read(source, plan, options)),
      },
      store: this.#gated(store, (work) => this.#around('write', () => store.write(work))),
      artifacts: {
        ...artifacts,
        prepare: (...given) => this.#around('keep bytes', () => artifacts.prepare(...given)),
        receive: (...given) => this.#around('keep bytes', () => artifacts.receive(...given)),
      },
    };
  }

  /** Something else whose beginning and end are steps. */
  async #around<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    await this.step(`before: ${name}`);
    const result = await work();
    await this.step(`after: ${name}`);
    return result;
  }

  around<Given extends unknown[], Result>(name: string, work: (...given: Given) => Promise<Result>) {
    return (...given: Given): Promise<Result> => this.#around(name, () => work(...given));
  }

  /** Does jobs; the commit that ends each is a step. */
  run(store: Store, options: Pick<JobsOptions, 'clock' | 'handlers'> & Partial<JobsOptions>): JobRunner {
    // Of the write that ends a job, and no other that is under way.
    const writes = new AsyncLocalStorage<{ isEnd: boolean }>();
    const ending =
      (handler: JobHandler): JobHandler =>
      async (job, signal) => {
        const outcome = await handler(job, signal);
        await this.step(`before: end of ${job.kind}`);
        return {
          ...outcome,
          commit: async (queries) => {
            await outcome.commit?.(queries);
            const own = writes.getStore();
            if (own !== undefined) own.isEnd = true;
          },
        };
      };
    const write: Store['write'] = async (work) => {
      const own = { isEnd: false };
      const result = await store.write((tx) => writes.run(own, () => work(tx)));
      if (own.isEnd) await this.step('after: end');
      return result;
    };
    const runner = createJobs({
      processId: `mortal-${++count}`,
      log: SILENT,
      metrics: { job() {}, ownTrouble() {} },
      leaseMs: LATER_MS - 1_000,
      places: placesOf(4),
      pollMs: 20,
      ...options,
      store: this.#gated(store, write),
      handlers: Object.fromEntries(Object.entries(options.handlers).map(([kind, one]) => [kind, ending(one)])),
    });
    this.#runner = runner;
    return runner;
  }

  /** Ends one that lives. One that stands still, or comes to do so meanwhile, cannot be ended. */
  async stop(): Promise<void> {
    if (!this.isDead) await Promise.race([this.#runner?.stop(0), this.died]);
  }

  #gated(store: Store, write: Store['write']): Store {
    const alive = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.isDead) await standStill();
      return work();
    };
    return {
      ...store,
      read: (work) => alive(() => store.read(work)),
      list: (work) => alive(() => store.list(work)),
      write: (work, options) => alive(() => write(work, options)),
    };
  }
}

/** All of it before the first: whoever stands still in the midst keeps no process that reads from others, which would end with a real one. */
async function* atOnce<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  yield* all;
}
