import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { createIndex, type IndexStep } from '../migrations/index-step.js';
import { INDEX_STEPS } from '../migrations/index-steps.js';
import { KEEP_ALIVE } from './silence.js';

/** A number of ours, that the one process locks which builds. */
const BUILD_LOCK = 8_480_002;
/** How often a process looks whether another has built all, or may be followed. */
const LOOK_MS = 5000;
/** What cannot be built is tried again, at first soon. */
const MAX_WAIT_MS = 3_600_000;
const REPORT_MS = 10_000;
const CONNECT_MS = 10_000;

export type IndexLog = Pick<Logger, 'info' | 'warn'>;

interface IndexBuilderOptions {
  readonly url: string;
  /** For what is asked beside the building. */
  readonly pool: pg.Pool;
  readonly log?: IndexLog | undefined;
  /** Steps that need a later one wait for the release that makes it. */
  readonly schema: number;
}

interface Unfinished {
  readonly step: IndexStep;
  /** `built`: what it replaces is still there. */
  readonly state: 'missing' | 'invalid' | 'built';
}

/**
 * Builds the indexes that a database has not got, beside the running server and one process at a time. The names of what is missing
 * are read from the database each time, so that whoever comes after a kill goes on where it was; an index that was left unfinished is
 * invalid, is used by nobody, and is dropped and built again.
 */
export class IndexBuilder {
  readonly #options: IndexBuilderOptions;
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: IndexBuilderOptions) {
    this.#options = options;
  }

  /** Resolves when it is known whether anything is missing; what is missing is built after that. */
  async start(): Promise<void> {
    if ((await this.#unfinished()).length > 0) this.#running = this.#untilBuilt();
  }

  /** What the database is building it goes on with, by itself, and keeps the others away until it has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end();
    await this.#running;
  }

  async #untilBuilt(): Promise<void> {
    const { signal } = this.#closing;
    for (let wait = LOOK_MS; !signal.aborted; ) {
      try {
        if ((await this.#unfinished()).length === 0) return;
        const failed = await this.#takeTurn();
        wait = failed ? Math.min(wait * 2, MAX_WAIT_MS) : LOOK_MS;
        if (failed === false) continue;
      } catch (error) {
        if (!signal.aborted) this.#options.log?.warn({ err: error }, 'indexes could not be looked at; tried again');
        wait = Math.min(wait * 2, MAX_WAIT_MS);
      }
      await setTimeout(wait, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** @returns whether something could not be built; `undefined`: another process builds. */
  async #takeTurn(): Promise<boolean | undefined> {
    const { signal } = this.#closing;
    const client = new pg.Client({
      connectionString: this.#options.url,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_MS,
    });
    // A connection that is lost ends the statement under way, which reports it.
    client.on('error', () => {});
    try {
      await client.connect();
      // Known to `close` from here on: a client that is ended while it connects would never say so.
      this.#client = client;
      if (signal.aborted) return undefined;
      // Whoever waited for a lock here would have a snapshot, and the one who builds waits for all snapshots to end.
      const { rows } = await client.query<{ mine: boolean; pid: number }>(
        `select pg_try_advisory_lock(${BUILD_LOCK}) as mine, pg_backend_pid() as pid`,
      );
      const [turn] = rows;
      if (turn?.mine !== true) return undefined;
      await client.query('set statement_timeout = 0; set lock_timeout = 0');
      let failed = false;
      for (const unfinished of await this.#unfinished()) {
        if (signal.aborted) break;
        const reports = setInterval(() => void this.#report(turn.pid, unfinished.step.name), REPORT_MS);
        if (!(await this.#finish(client, unfinished))) failed = true;
        clearInterval(reports);
      }
      return failed;
    } finally {
      await client.end();
      this.#client = undefined;
    }
  }

  /** @returns whether it is there now. */
  async #finish(client: pg.Client, { step, state }: Unfinished): Promise<boolean> {
    const { name: index, replaces } = step;
    try {
      if (state !== 'built') await this.#build(client, step, state);
      if (replaces !== undefined) await client.query(`drop index concurrently if exists ${replaces}`);
      return true;
    } catch (error) {
      if (this.#closing.signal.aborted) return false;
      this.#options.log?.warn(
        { index, err: error },
        'index: it could not be built; lists that need it are slow until it is',
      );
      return false;
    }
  }

  async #build(client: pg.Client, step: IndexStep, state: Unfinished['state']): Promise<void> {
    const index = step.name;
    const begun = performance.now();
    this.#options.log?.info({ index, again: state === 'invalid' }, 'index: building it, while others read and write');
    if (state === 'invalid') await client.query(`drop index concurrently if exists ${index}`);
    await client.query(createIndex(step, 'concurrently'));
    this.#options.log?.info({ index, ms: Math.round(performance.now() - begun) }, 'index: built');
  }

  async #report(pid: number, index: string): Promise<void> {
    try {
      const { rows } = await this.#options.pool.query(
        `select phase, blocks_done, blocks_total, tuples_done, tuples_total
           from pg_stat_progress_create_index where pid = $1`,
        [pid],
      );
      if (rows[0] !== undefined) this.#options.log?.info({ index, ...rows[0] }, 'index: under way');
    } catch {
      // A report that fails is not worth one.
    }
  }

  async #unfinished(): Promise<readonly Unfinished[]> {
    const steps = INDEX_STEPS.filter(({ schema }) => schema <= this.#options.schema);
    const { rows } = await this.#options.pool.query<{ valid: boolean | null; replaced: boolean }>(
      `select (select indisvalid from pg_index where indexrelid = to_regclass(name)) as valid,
              to_regclass(old) is null as replaced
         from unnest($1::text[], $2::text[]) with ordinality as asked (name, old, place) order by place`,
      [steps.map(({ name }) => name), steps.map(({ replaces }) => replaces ?? null)],
    );
    return steps.flatMap((step, place): readonly Unfinished[] => {
      const { valid = null, replaced = true } = rows[place] ?? {};
      if (valid === true) return replaced ? [] : [{ step, state: 'built' }];
      return [{ step, state: valid === null ? 'missing' : 'invalid' }];
    });
  }
}
