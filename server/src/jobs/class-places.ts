import { LEASED_PER_PLACE } from './job-classes.js';
import type { LeasedJob } from './job-rows.js';
import { type Ahead, aheadOf, type Beyond, perPlaceAfter } from './leased-ahead.js';
import type { Wanted } from './take-jobs.js';

/** A job that this process leases. */
export interface Work {
  readonly job: LeasedJob;
  readonly stop: AbortController;
  /** `undefined`: it waits for its place. */
  begunAt: number | undefined;
}

/** A queue of the class in which jobs are due. */
export interface DueQueue {
  readonly queue: string;
  readonly accountId: string;
  /** `''`: nothing that has a limit of its own. */
  readonly over: string;
  /** Jobs that may go over it at once, in this process; `undefined`: as many as there are places. */
  readonly allowed: number | undefined;
}

/** What is leased of an account, or over a connection: some of it under way, the rest in line. */
interface Side {
  leased: number;
  active: number;
}

interface Account extends Side {
  /** By what they go over, in the order of their turns. */
  readonly lines: Map<string, Work[]>;
}

interface Connection extends Side, Ahead {}

const NONE: ReadonlyMap<string, Beyond> = new Map();

export interface ClassPlacesOptions {
  readonly places: number;
  readonly accountPlaces: number;
  /**
   * For jobs of which one may be what processes die of: nothing is leased before it can run, and there is one place more for each job that has
   * ended, up to so many, so that many which only ran beside that one are not kept waiting for long.
   */
  readonly growTo?: number;
  /** How many are leased for each job that may go over what ends quickly; default: as for everything else. */
  readonly mostLeased?: number | undefined;
  /** Over what nothing more than one job goes at this moment. */
  readonly isNarrow?: ((over: string) => boolean) | undefined;
}

/** The places of one class in this process: who may have another job, and whose turn it is. */
export class ClassPlaces {
  #places: number;
  #accountPlaces: number;
  readonly #growTo: number | undefined;
  readonly #leasedPerPlace: number;
  readonly #mostLeased: number;
  readonly #isNarrow: (over: string) => boolean;
  readonly #accounts = new Map<string, Account>();
  readonly #connections = new Map<string, Connection>();
  /** By connection; worked out anew after each change. */
  #known: ReadonlyMap<string, Beyond> | undefined;
  #leased = 0;
  #active = 0;

  constructor(options: ClassPlacesOptions) {
    this.#places = options.places;
    this.#accountPlaces = options.accountPlaces;
    this.#isNarrow = options.isNarrow ?? (() => false);
    this.#growTo = options.growTo;
    this.#leasedPerPlace = options.growTo === undefined ? LEASED_PER_PLACE : 1;
    this.#mostLeased = options.mostLeased ?? this.#leasedPerPlace;
  }

  /** How many more jobs may be leased. */
  get room(): number {
    return this.#leasedPerPlace * this.#places + this.#beyond() - this.#leased;
  }

  /** Whether so much of the room is free that a look for more is worth it. */
  get isHungry(): boolean {
    return this.room >= Math.max(1, this.#places / 2);
  }

  /**
   * Shares the room out: each account the same, and what an account gets each of its queues the same.
   * @param most jobs in all.
   * @returns what to take; queues that have no room now are not in it.
   */
  choose(queues: readonly DueQueue[], most: number): readonly Wanted[] {
    const byAccount = new Map<string, DueQueue[]>();
    for (const queue of queues) {
      if (this.#roomOver(queue) <= 0) continue;
      byAccount.set(queue.accountId, [...(byAccount.get(queue.accountId) ?? []), queue]);
    }
    const wanted: Wanted[] = [];
    let room = Math.min(most, this.room);
    const share = Math.max(1, Math.floor(room / byAccount.size));
    for (const [accountId, own] of byAccount) {
      let left = Math.min(share, room, this.#roomOfAccount(accountId));
      const each = Math.max(1, Math.floor(left / own.length));
      for (const queue of own) {
        const count = Math.min(each, left, this.#roomOver(queue));
        if (count <= 0) continue;
        wanted.push({ queue: queue.queue, most: count });
        left -= count;
        room -= count;
      }
    }
    return wanted;
  }

  /** How many jobs are leased that go over a connection. */
  leasedOver(over: string): number {
    return this.#connections.get(over)?.leased ?? 0;
  }

  /**
   * A job was leased; it stands in line.
   * @param allowed as its queue had it. What is under way beyond it ends in its own time.
   */
  add(work: Work, allowed: number | undefined): void {
    this.#known = undefined;
    const { accountId, over } = work.job;
    if (over !== '') this.#allow(work.job, allowed ?? Number.POSITIVE_INFINITY);
    const account = this.#accounts.get(accountId) ?? { leased: 0, active: 0, lines: new Map() };
    this.#accounts.set(accountId, account);
    const line = account.lines.get(over) ?? [];
    line.push(work);
    account.lines.set(over, line);
    for (const side of this.#sidesOf(work)) side.leased += 1;
    this.#leased += 1;
  }

  /** The job whose turn it is, which has its place from now on. */
  next(): Work | undefined {
    if (this.#active >= this.#places) return undefined;
    for (const [accountId, account] of this.#accounts) {
      if (account.active >= this.#accountPlaces) continue;
      const work = this.#nextOf(account);
      if (work === undefined) continue;
      // Set anew it is last in the map: the others come first.
      this.#accounts.delete(accountId);
      this.#accounts.set(accountId, account);
      this.#active += 1;
      for (const side of this.#sidesOf(work)) side.active += 1;
      return work;
    }
    return undefined;
  }

  /**
   * The work of a job is over: its place is free, and it stays leased until that is written down.
   * @param ms that it took.
   */
  leave(work: Work, ms: number): void {
    this.#active -= 1;
    this.#known = undefined;
    const connection = this.#connections.get(work.job.over);
    if (connection !== undefined) connection.perPlace = perPlaceAfter(connection, ms, this.#mostLeased);
    for (const side of this.#sidesOf(work)) side.active -= 1;
    this.#clean(work);
    if (this.#growTo !== undefined && this.#places < this.#growTo) {
      this.#places += 1;
      this.#accountPlaces = this.#places;
    }
  }

  /** A job is not leased any more. */
  forget(work: Work): void {
    this.#known = undefined;
    const { accountId, over } = work.job;
    const account = this.#accounts.get(accountId);
    const line = account?.lines.get(over);
    const place = line?.indexOf(work) ?? -1;
    if (place >= 0) line?.splice(place, 1);
    if (line?.length === 0) account?.lines.delete(over);
    for (const side of this.#sidesOf(work)) side.leased -= 1;
    this.#leased -= 1;
    this.#clean(work);
  }

  #allow({ over, accountId }: LeasedJob, allowed: number): void {
    const perPlace = this.#leasedPerPlace;
    const connection = this.#connections.get(over) ?? { accountId, leased: 0, active: 0, allowed, perPlace };
    connection.allowed = allowed;
    this.#connections.set(over, connection);
  }

  #nextOf({ lines }: Account): Work | undefined {
    for (const [over, line] of lines) {
      const connection = this.#connections.get(over);
      if (connection !== undefined && connection.active >= this.#allowedNow(over, connection)) continue;
      const work = line.shift();
      lines.delete(over);
      if (line.length > 0) lines.set(over, line);
      if (work !== undefined) return work;
    }
    return undefined;
  }

  #allowedNow(over: string, { allowed }: Connection): number {
    return this.#isNarrow(over) ? Math.min(1, allowed) : allowed;
  }

  #roomOfAccount(accountId: string): number {
    const most = this.#leasedPerPlace * this.#accountPlaces + this.#beyond(accountId);
    return most - (this.#accounts.get(accountId)?.leased ?? 0);
  }

  /** What may be leased, or is, beyond the usual. */
  #beyond(accountId?: string): number {
    let sum = 0;
    for (const [over, { used, free }] of this.#ahead()) {
      const isOwn = accountId === undefined || this.#connections.get(over)?.accountId === accountId;
      if (isOwn) sum += Math.max(used, free);
    }
    return sum;
  }

  #roomOver({ accountId, over, allowed }: DueQueue): number {
    const account = this.#roomOfAccount(accountId);
    if (allowed === undefined) return account;
    const usual = this.#leasedPerPlace * allowed - (this.#connections.get(over)?.leased ?? 0);
    // Nothing where others have used the limit up.
    const beyond = allowed === 0 ? 0 : (this.#ahead().get(over)?.free ?? 0);
    return Math.min(account, usual + beyond);
  }

  #ahead(): ReadonlyMap<string, Beyond> {
    if (this.#mostLeased === this.#leasedPerPlace) return NONE;
    this.#known ??= aheadOf(this.#connections, this.#leasedPerPlace * this.#places);
    return this.#known;
  }

  #sidesOf({ job: { accountId, over } }: Work): readonly Side[] {
    return [this.#accounts.get(accountId), this.#connections.get(over)].filter((side) => side !== undefined);
  }

  #clean({ job: { accountId, over } }: Work): void {
    const gone = (side: Side | undefined): boolean => side !== undefined && side.leased === 0 && side.active === 0;
    if (gone(this.#accounts.get(accountId))) this.#accounts.delete(accountId);
    if (gone(this.#connections.get(over))) this.#connections.delete(over);
  }
}
