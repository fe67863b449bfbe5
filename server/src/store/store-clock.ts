import type { Logger } from 'pino';
import type { Clock } from '../clock.js';

/** What a clock is made of. */
export interface StoreClockOptions {
  /** Time of the store. */
  readonly ask: () => Promise<number>;
  /** The machine's own clock, which is only compared. */
  readonly machine: Clock;
  /** Milliseconds since some instant, which nobody sets. */
  readonly uptime: () => number;
  /** Milliseconds of the shortest lease of the server. */
  readonly shortestLeaseMs: number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

interface Probe {
  /** Time of the store when `uptime` was 0. */
  readonly base: number;
  /** Milliseconds by which it may be wrong. */
  readonly error: number;
}

/** Probes at the start, of which the quickest counts. */
const FIRST_PROBES = 3;
const LONGEST_PAUSE = 10_000;

/**
 * The time of the store, which all its processes share: what one leases ends at the same instant for all, whatever the clocks of their
 * machines show and however often somebody sets them. Between two probes it goes by the uptime. Where the store's time has jumped by
 * more than a third of the shortest lease (another server took over; the machine slept), the clock goes on as before and is not steady,
 * until two probes agree; then it jumps, too.
 */
export class StoreClock implements Clock {
  readonly #options: StoreClockOptions;
  #base = 0;
  /** A probe that was far from the time before. */
  #jumped: Probe | undefined;
  #steppedAt: number | undefined;
  #isWarned = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: StoreClockOptions) {
    this.#options = options;
  }

  now(): number {
    return Math.trunc(this.#base + this.#options.uptime());
  }

  get isSteady(): boolean {
    return this.#jumped === undefined;
  }

  get steppedAt(): number | undefined {
    return this.#steppedAt;
  }

  /** Seconds that the machine's clock is ahead of the store's. */
  get machineAheadSeconds(): number {
    return (this.#options.machine.now() - this.now()) / 1000;
  }

  /** Asks for the time, and from now on again and again. @throws what the store throws. */
  async start(): Promise<void> {
    const probes: Probe[] = [];
    for (let count = 0; count < FIRST_PROBES; count++) probes.push(await this.#probe());
    const [best] = probes.sort((one, other) => one.error - other.error);
    if (best !== undefined) this.#base = best.base;
    this.#compareMachine();
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** One look at the time of the store; `start` has it come again by itself. */
  async look(): Promise<void> {
    try {
      this.#judge(await this.#probe());
      this.#compareMachine();
    } catch {
      // Who needs the store hears of it; the clock goes on.
    }
    if (!this.#stopped) this.#wait();
  }

  async #probe(): Promise<Probe> {
    const { ask, uptime } = this.#options;
    const begun = uptime();
    const time = await ask();
    const ended = uptime();
    return { base: time - (begun + ended) / 2, error: (ended - begun) / 2 + 1 };
  }

  #judge(probe: Probe): void {
    const { shortestLeaseMs, log } = this.#options;
    // It took too long to say anything.
    if (probe.error > shortestLeaseMs / 10) return;
    const change = probe.base - this.#base;
    if (Math.abs(change) <= shortestLeaseMs / 3) {
      if (this.#jumped !== undefined) log.info('The time of the store is what it was.');
      this.#jumped = undefined;
      if (Math.abs(change) > probe.error) this.#base = probe.base;
      return;
    }
    const seconds = Math.round(change / 1000);
    const before = this.#jumped;
    this.#jumped = probe;
    if (before === undefined) {
      log.error({ seconds }, 'The time of the store has jumped. No jobs are taken until it is steady again.');
    } else if (Math.abs(probe.base - before.base) <= shortestLeaseMs / 10) {
      this.#base = probe.base;
      this.#steppedAt = this.now();
      this.#jumped = undefined;
      log.warn({ seconds }, 'The time of the store is steady again, and has jumped.');
    }
  }

  #compareMachine(): void {
    const { shortestLeaseMs, log } = this.#options;
    const seconds = this.machineAheadSeconds;
    const isOff = Math.abs(seconds) * 1000 > shortestLeaseMs / 10;
    if (isOff && !this.#isWarned) {
      log.warn({ seconds }, 'The clock of this machine and that of the database differ. Let NTP set both.');
    }
    this.#isWarned = isOff;
  }

  #wait(): void {
    const pause = Math.max(20, Math.min(LONGEST_PAUSE, this.#options.shortestLeaseMs / 6));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), this.isSteady ? pause : Math.min(pause, 1_000));
    this.#timer.unref();
  }
}
