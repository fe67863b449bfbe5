import type { Store, Transaction } from '../store/store.js';
import type { AllPlaces, PlacesName } from './all-places.js';
import type { DueQueue } from './class-places.js';
import { findQueues } from './find-queues.js';
import type { LeasedJob } from './job-rows.js';
import { queuesOf, readQueueName } from './queue-name.js';
import {
  type LeasedJobs,
  leasedJobs,
  lockConnections,
  type SessionLimit,
  shareOf,
  yieldsToPoll,
} from './session-limits.js';
import { type Taker, takeJobs } from './take-jobs.js';

/** Jobs of a class that are taken by one look. */
const MAX_TAKEN = 100;
/** Queues of a class that one look examines, so that it is short however many accounts wait; the next one goes on behind them. */
const MAX_QUEUES = 256;

/**
 * How many jobs may go over connections at once, over all processes.
 * @returns by id; those that are absent have no limit of their own.
 */
export type SessionLimits = (
  db: Transaction,
  connectionIds: readonly string[],
) => Promise<ReadonlyMap<string, SessionLimit>>;

/** A job that was taken, and how many may go over its connection in this process. */
export interface Taken {
  readonly job: LeasedJob;
  readonly allowed: number | undefined;
}

/** What a look has found. */
export interface Found {
  /** There may be more for which there is room: the next look is to come soon. */
  readonly more: boolean;
  /** Jobs are due for which there is no room: whenever one ends, it is worth a look. */
  readonly full: boolean;
}

export interface WorkFinderOptions {
  readonly store: Store;
  readonly places: AllPlaces;
  /** Kinds that have a handler: others are left to processes that know them. */
  readonly knows: (kind: string) => boolean;
  readonly sessionLimits: SessionLimits;
  /** Hears of jobs once their leases are committed, so that none is without its owner where a later part of the look fails. */
  readonly onTaken: (taken: readonly Taken[]) => void;
}

interface DueQueues {
  readonly due: readonly Omit<DueQueue, 'allowed'>[];
  /** There are queues behind those that were examined. */
  readonly more: boolean;
  /** The last queue of the class was among them. */
  readonly isEnd: boolean;
}

interface Choice {
  readonly name: PlacesName;
  readonly taker: Taker;
  readonly queues: readonly DueQueue[];
  readonly most: number;
}

interface Took extends Found {
  readonly taken: readonly Taken[];
}

const NOTHING: Took = { taken: [], more: false, full: false };

/**
 * Looks for jobs class by class, and goes on with each where the look before has stopped, so that every queue has its turn. A round through
 * more queues than one look examines ends where nothing was taken in it: most of them wait for later, as those of partners between two attempts.
 */
export class WorkFinder {
  readonly #options: WorkFinderOptions;
  /** The queue behind which the next look begins. */
  readonly #places = new Map<PlacesName, string>();
  /** Classes of which something was taken in the round that goes on. */
  readonly #fruitful = new Set<PlacesName>();
  /** Classes in which something may have become due since their round began, also in queues that it had examined by then. */
  readonly #woken = new Set<PlacesName>();

  constructor(options: WorkFinderOptions) {
    this.#options = options;
  }

  /** Something may be due now: rounds that go on are followed by another. */
  wake(): void {
    for (const name of this.#options.places.names) this.#woken.add(name);
  }

  /** Takes jobs of a class, if it has room. @throws as `takeJobs`. */
  async find(name: PlacesName, taker: Taker): Promise<Found> {
    const places = this.#options.places.of(name);
    const look = await this.#dueQueues(name, taker.now);
    const { due } = look;
    if (due.length === 0) return { more: this.#goesOn(name, look, 0), full: false };
    if (!places.isHungry) return { more: false, full: true };
    const free = due.filter(({ over }) => over === '').map((queue) => ({ ...queue, allowed: undefined }));
    const limited = due.filter(({ over }) => over !== '');
    const most = Math.min(MAX_TAKEN, places.room);
    const first = await this.#take(name, taker, free, most);
    const found = [first, await this.#takeLimited(name, taker, limited, most - first.taken.length)];
    const taken = found.reduce((sum, one) => sum + one.taken.length, 0);
    const goesOn = this.#goesOn(name, look, taken);
    return {
      more: goesOn || found.some((one) => one.more),
      full: found.some(({ full }) => full),
    };
  }

  /** Whether the next look is to come soon for the queues that this one has not examined. */
  #goesOn(name: PlacesName, { more, isEnd }: DueQueues, taken: number): boolean {
    const isFruitful = taken > 0 || this.#fruitful.has(name);
    if (more && taken > 0) this.#fruitful.add(name);
    else if (isEnd) this.#fruitful.delete(name);
    if (!more || !isEnd || isFruitful) return more;
    // The next round has all of them before it again.
    this.#places.set(name, queuesOf(name).from);
    return this.#woken.has(name);
  }

  async #dueQueues(name: PlacesName, now: number): Promise<DueQueues> {
    const { store, knows } = this.#options;
    const { from, to } = queuesOf(name);
    const place = this.#places.get(name) ?? from;
    if (place === from) this.#woken.delete(name);
    const [behind, before] = await store.read((db) =>
      Promise.all([
        findQueues(db, { after: place, to, most: MAX_QUEUES }),
        place === from ? [] : findQueues(db, { after: from, to: `${place} `, most: MAX_QUEUES }),
      ]),
    );
    const examined = [...behind, ...before].slice(0, MAX_QUEUES);
    const isEnd = behind.length < MAX_QUEUES;
    // Of those before, too, there may be others than were asked for.
    const more = !isEnd || before.length === MAX_QUEUES || behind.length + before.length > examined.length;
    // Until something is taken of them; and where nothing is, the next look examines others.
    this.#places.set(name, more ? (examined.at(-1)?.queue ?? from) : place);
    const due = examined.flatMap(({ queue, due }) => {
      const read = due <= now ? readQueueName(queue) : undefined;
      return read === undefined || !knows(read.kind) ? [] : [{ queue, accountId: read.accountId, over: read.over }];
    });
    return { due, more, isEnd };
  }

  async #take(name: PlacesName, taker: Taker, queues: readonly DueQueue[], most: number): Promise<Took> {
    if (queues.length === 0) return NOTHING;
    return this.#owned(await this.#options.store.write((tx) => this.#takeIn(tx, { name, taker, queues, most })));
  }

  #owned(took: Took): Took {
    this.#options.onTaken(took.taken);
    return took;
  }

  /** Of connections that another process is taking for at this moment, it takes nothing: it comes back. */
  async #takeLimited(
    name: PlacesName,
    taker: Taker,
    queues: readonly Omit<DueQueue, 'allowed'>[],
    most: number,
  ): Promise<Took> {
    const { store, sessionLimits } = this.#options;
    if (queues.length === 0 || most <= 0) return { ...NOTHING, full: queues.length > 0 };
    const ids = [...new Set(queues.map(({ over }) => over))];
    const limits = await store.read((db) => sessionLimits(db, ids));
    const took = await store.write(async (tx) => {
      const locked = await lockConnections(tx, ids);
      const leased = await leasedJobs(tx, taker.owner);
      const mine: DueQueue[] = [];
      for (const queue of queues) {
        if (!locked.has(queue.over)) continue;
        const limit = limits.get(queue.over);
        const yields = limit !== undefined && (await yieldsToPoll(tx, name, { limit, queue, now: taker.now }));
        mine.push({ ...queue, allowed: yields ? 0 : limit && allowedOver(name, queue.over, limit, leased) });
      }
      const found = await this.#takeIn(tx, { name, taker, queues: mine, most });
      return mine.length < queues.length ? { ...found, more: true } : found;
    });
    return this.#owned(took);
  }

  async #takeIn(tx: Transaction, { name, taker, queues, most }: Choice): Promise<Took> {
    const wanted = this.#options.places.of(name).choose(queues, most);
    const last = wanted.at(-1);
    if (last === undefined) return { ...NOTHING, full: queues.length > 0 };
    const { jobs, more } = await takeJobs(tx, taker, wanted);
    this.#places.set(name, last.queue);
    const allowed = new Map(queues.map((queue) => [queue.over, queue.allowed]));
    return {
      taken: jobs.map((job) => ({ job, allowed: allowed.get(job.over) })),
      more,
      full: more || wanted.length < queues.length,
    };
  }
}

/** How many may go over a connection in this process, beside what other classes and processes have of its sessions. */
function allowedOver(name: PlacesName, over: string, limit: SessionLimit, leased: LeasedJobs): number {
  const share = shareOf(limit, name);
  const beside = share.with.filter((one) => one !== name);
  return Math.max(0, share.most - leased.byOthers(over, share.with) - leased.here(over, beside));
}
