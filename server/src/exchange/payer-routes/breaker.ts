import type { StoredSettings } from '../../resources/payer-routes/schemas.js';
import type { BreakerState, FileReply, PayerReply, RouteFailure } from './payer-exchange.js';
import { isOfTheQuestion } from './replies.js';

const FAILURES = 5;
const OPEN_MS = 30_000;

/** Failures by which a payer seems to be down: not what this server has decided by itself, nor an answer that is too large. */
const COUNTED: ReadonlySet<RouteFailure> = new Set([
  ...(['not-reached', 'refused', 'timed-out', 'broken-off', 'http-status', 'envelope', 'not-x12'] as const),
]);

type Limits = NonNullable<StoredSettings['breaker']>;

/** A check that may be sent. */
export interface Attempt {
  over(reply: PayerReply | FileReply, now: number, limits?: Limits): void;
}

/** Leaves a payer alone that fails again and again; after a while one check tries, and by it the breaker closes or stays open. Of one process. */
export class Breaker {
  #failures = 0;
  /** Until when nothing is sent, and since when; `undefined`: it is closed. */
  #open: { readonly since: number; readonly until: number } | undefined;
  /** How often it has opened. */
  #openings = 0;
  #trial: Attempt | undefined;

  state(now: number): BreakerState {
    if (this.#open === undefined) return 'closed';
    // A clock that was put back would keep it open for as long as that.
    return now >= this.#open.since && now < this.#open.until ? 'open' : 'half-open';
  }

  /** Until when nothing is sent; `undefined`: something may be, if only one check that tries. */
  openUntil(now: number): number | undefined {
    return this.state(now) === 'open' ? this.#open?.until : undefined;
  }

  /** Whether nothing may be sent: it is open, or one check tries. */
  takesNothing(now: number): boolean {
    const state = this.state(now);
    return state === 'open' || (state === 'half-open' && this.#trial !== undefined);
  }

  /** @returns what is to be told how it went; `undefined`: nothing may be sent. */
  begin(now: number): Attempt | undefined {
    if (this.takesNothing(now)) return undefined;
    const state = this.state(now);
    const openings = this.#openings;
    const attempt: Attempt = {
      over: (reply, at, limits) => {
        if (this.#trial === attempt) this.#trial = undefined;
        // What began before it opened says nothing new when it fails, and does not end the trial of another.
        if (reply.kind !== 'none') this.#close();
        else if (isOfTheQuestion(reply)) return;
        else if (COUNTED.has(reply.failure) && openings === this.#openings) this.#fail(at, state, limits);
      },
    };
    if (state === 'half-open') this.#trial = attempt;
    return attempt;
  }

  #close(): void {
    this.#failures = 0;
    this.#open = undefined;
  }

  #fail(now: number, begunIn: BreakerState, { failures = FAILURES, openMs = OPEN_MS }: Limits = {}): void {
    this.#failures++;
    if (begunIn === 'closed' && this.#failures < failures) return;
    this.#openings++;
    this.#open = { since: now, until: now + openMs };
  }
}
