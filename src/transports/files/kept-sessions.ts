import { abortedError, throwIfAborted } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import type { ConnectFiles, RemoteFiles } from './remote-files.js';
import { isSessionDead, quietly } from './session-errors.js';
import type { SessionLimits } from './session-settings.js';

/** A session that is one caller's until it ends it. */
export interface Lease {
  readonly files: RemoteFiles;
  /** It served somebody before: its end is no news of the partner, and a new one may do better. */
  readonly kept: boolean;
  /** Gives it back, once. `usable`: others may have it; otherwise it is closed. */
  end(after: 'usable' | 'spoilt'): void;
}

export interface UseOptions {
  readonly signal?: AbortSignal | undefined;
  /** The work begins by looking what is done already: over a kept session that died, it is done again over another. */
  readonly repeatable?: boolean | undefined;
  /** Logs in anew, for work that is to see the login. */
  readonly fresh?: boolean | undefined;
}

/** Milliseconds by which a refused login makes those in line more patient. */
const SLOWER = 500;

interface Waiting {
  readonly fresh: boolean;
  give(files: RemoteFiles, kept: boolean): void;
  refuse(error: unknown): void;
}

/**
 * Sessions with one server, kept between uses. A call takes the one that rested last; without one it waits in line. Another is opened
 * only when none came free for as long as a login takes: a line of small files moves faster than that, and is one login; behind a
 * large file nobody waits longer than the login would have cost. One login at a time, so that a crowd is no attack.
 */
export class KeptSessions {
  readonly #connect: ConnectFiles;
  readonly #limits: SessionLimits;
  /** All that the server may count, those on their way to be closed included. */
  readonly #open = new Set<RemoteFiles>();
  /** The one that rested last is the last. */
  readonly #resting: { readonly files: RemoteFiles; readonly end: NodeJS.Timeout }[] = [];
  readonly #waiting: Waiting[] = [];
  #waking = 0;
  #login: { readonly control: AbortController; readonly done: Promise<void> } | undefined;
  #growth: NodeJS.Timeout | undefined;
  /** Milliseconds of the last login. */
  #patience = 0;
  #closed = false;

  constructor(connect: ConnectFiles, limits: SessionLimits) {
    this.#connect = connect;
    this.#limits = limits;
  }

  /** Does some steps in a session of their own. @throws what the work throws; X12Error as {@link take}. */
  async use<T>(work: (files: RemoteFiles) => Promise<T>, options: UseOptions = {}): Promise<T> {
    const { signal, repeatable = false } = options;
    for (;;) {
      const lease = await this.take(options);
      let after: 'usable' | 'spoilt' = 'spoilt';
      try {
        const result = await work(lease.files);
        after = 'usable';
        return result;
      } catch (error) {
        const died = isSessionDead(error) || signal?.aborted === true;
        after = died ? 'spoilt' : 'usable';
        const again = repeatable && lease.kept && isSessionDead(error) && signal?.aborted !== true && !this.#closed;
        if (!again) throw error;
      } finally {
        lease.end(after);
      }
    }
  }

  /** Waits in turn. @throws X12Error of the login, `closed`, `sessions-busy`; `X12_ABORTED`. */
  take({ signal, fresh = false }: UseOptions = {}): Promise<Lease> {
    return new Promise((resolve, reject) => {
      throwIfAborted(signal);
      if (this.#closed) throw transportError('closed');
      if (this.#waiting.length >= this.#limits.maxWaiting) throw transportError('sessions-busy');
      const settle = () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
      };
      const waiting: Waiting = {
        fresh,
        give: (files, kept) => {
          settle();
          resolve(this.#lease(files, kept));
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      const leave = (error: unknown) => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        waiting.refuse(error);
        // A login that nobody waits for any more.
        if (this.#waiting.length === 0 && this.#open.size === 0) this.#login?.control.abort(error);
        this.#serve();
      };
      const abort = () => leave(abortedError(signal?.reason));
      const late = setTimeout(() => leave(transportError('sessions-busy')), this.#limits.waitMs);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiting);
      this.#serve();
    });
  }

  /** Ends all sessions, those in use too, and refuses who waits. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = transportError('closed');
    this.#login?.control.abort(closed);
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(closed);
    clearTimeout(this.#growth);
    for (const { end } of this.#resting.splice(0)) clearTimeout(end);
    await Promise.all([this.#login?.done, ...[...this.#open].map((files) => this.#drop(files))]);
  }

  #lease(files: RemoteFiles, kept: boolean): Lease {
    let ended = false;
    const end: Lease['end'] = (after) => {
      if (ended) return;
      ended = true;
      if (after === 'usable' && !this.#closed) this.#offer(files);
      else void this.#drop(files);
    };
    return { files, kept, end };
  }

  /** A session that somebody has just used goes to the next in line, or rests. */
  #offer(files: RemoteFiles): void {
    if (this.#waiting[0]?.fresh === false) this.#giveTo(this.#waiting.shift(), files, true);
    else this.#rest(files);
    this.#serve();
  }

  #rest(files: RemoteFiles): void {
    files.rest();
    const resting = {
      files,
      end: setTimeout(() => {
        this.#resting.splice(this.#resting.indexOf(resting), 1);
        void this.#drop(files);
      }, this.#limits.idleMs).unref(),
    };
    this.#resting.push(resting);
  }

  #giveTo(waiting: Waiting | undefined, files: RemoteFiles, kept: boolean): void {
    // From now on the next in line is the one whose patience counts.
    clearTimeout(this.#growth);
    this.#growth = undefined;
    waiting?.give(files, kept);
  }

  /** Sees to it that whoever waits will be served: by a session that rests, or one that is opened. */
  #serve(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      clearTimeout(this.#growth);
      this.#growth = undefined;
      return;
    }
    if (first.fresh) return this.#openFresh();
    while (this.#waking < this.#waiting.length) {
      const resting = this.#resting.pop();
      if (resting === undefined) break;
      clearTimeout(resting.end);
      void this.#wake(resting.files);
    }
    if (this.#login !== undefined || this.#waking >= this.#waiting.length) return;
    if (this.#open.size === 0) return this.#logIn();
    if (this.#open.size >= this.#limits.max) return;
    this.#growth ??= setTimeout(() => {
      this.#growth = undefined;
      if (this.#login === undefined && this.#open.size < this.#limits.max) this.#logIn();
    }, this.#patience);
  }

  #openFresh(): void {
    if (this.#login !== undefined) return;
    if (this.#open.size < this.#limits.max) return this.#logIn();
    const resting = this.#resting.shift();
    if (resting === undefined) return;
    clearTimeout(resting.end);
    void this.#drop(resting.files);
  }

  async #wake(files: RemoteFiles): Promise<void> {
    this.#waking++;
    const alive = (await quietly(() => files.wake())) === true;
    this.#waking--;
    if (alive && !this.#closed) this.#offer(files);
    else await this.#drop(files);
  }

  #logIn(): void {
    const control = new AbortController();
    this.#login = { control, done: this.#openOne(control.signal) };
  }

  async #openOne(signal: AbortSignal): Promise<void> {
    const began = performance.now();
    try {
      const files = await this.#connect(signal);
      this.#open.add(files);
      this.#patience = performance.now() - began;
      this.#login = undefined;
      if (this.#closed) return await this.#drop(files);
      const first = this.#waiting.shift();
      if (first === undefined) this.#rest(files);
      else this.#giveTo(first, files, false);
    } catch (error) {
      this.#login = undefined;
      if (!signal.aborted) this.#refused(error);
    }
    this.#serve();
  }

  /** A server that takes no further session serves who waits over those it has, and is not asked so soon again. */
  #refused(error: unknown): void {
    const others = this.#open.size > 0;
    const refused = this.#waiting.filter(({ fresh }) => fresh || !others);
    const left = this.#waiting.filter((waiting) => !refused.includes(waiting));
    this.#waiting.splice(0, this.#waiting.length, ...left);
    if (others) this.#patience = (this.#patience + SLOWER) * 2;
    for (const waiting of refused) waiting.refuse(error);
  }

  /** Its place is free only when it is closed: a server counts it until then. */
  async #drop(files: RemoteFiles): Promise<void> {
    await quietly(() => files.close());
    this.#open.delete(files);
    this.#serve();
  }
}
