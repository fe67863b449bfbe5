import type pg from 'pg';

/** Times what the database itself lets a statement take: it ends one that is too slow, and says so, unless it is gone. */
const GRACE = 1.5;

/** The system asks after a connection that has been quiet for so long, and ends one that is dead within ten seconds more. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Of a connection: how long the database may be silent. `undefined`: for ever. @param statementMs what a statement may take; 0: anything. */
export function silenceOf(statementMs: number): number | undefined {
  return statementMs === 0 ? undefined : statementMs * GRACE;
}

/**
 * Ends a connection whose other side says nothing. A machine that lost its power, or a firewall that forgot the connection, closes nothing: what
 * was sent there would be waited for until the system gives it up, a quarter of an hour to two hours later, while a new connection is answered.
 */
export class Silence {
  readonly #ms: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param ms `undefined`: it may last. */
  constructor(ms: number | undefined) {
    this.#ms = ms;
  }

  /** From now on an answer is waited for. */
  begin({ stream }: pg.Connection): void {
    if (this.#ms === undefined) return;
    this.#timer = setTimeout(() => stream.destroy(silent()), this.#ms);
  }

  /** Something came. */
  broken(): void {
    this.#timer?.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** As of a socket that has found out by itself. */
function silent(): Error {
  return Object.assign(new Error('The database says nothing.'), { code: 'ETIMEDOUT' });
}
