import { type InboundPayload, outcomeOf, type SkippedFile } from 'ediloom/transports';
import { uuid } from '../../ids.js';
import { errorPlace, errorText } from '../../jobs/error-text.js';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import type { InboundTransport, PollPlan } from '../../resources/connections/kinds/kind.js';
import { createNameFilters, type NameFilters } from '../../resources/connections/name-filters.js';
import { isPolledBy, notePolled, type PollPayload, pollPlanOf } from '../../resources/connections/polling.js';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import { type ReadConnection, readConnection } from '../../resources/connections/settings-of.js';
import { readRows } from '../../store/account-queries.js';
import { troubleOf } from '../delivery/delivery-trouble.js';
import type { Services } from '../services.js';
import { openContext } from '../transports/open-transport.js';
import { PolledCommits } from './commit-polled.js';
import { FilesUnderWay, type TakenAs } from './files-under-way.js';
import { nextLook } from './next-look.js';
import { RoundTroubles } from './round-troubles.js';

type Needs = Pick<
  Services,
  'store' | 'objects' | 'room' | 'artifacts' | 'secrets' | 'outgoing' | 'clock' | 'config' | 'jobs' | 'log' | 'metrics'
>;

/** Milliseconds between the two looks at which a file must be the same. */
const STABLE_MS = 5_000;
/** Files of one look. */
const MOST_FILES = 10_000;
/** Files that are under way at once: while one is read, others are written down and removed. */
const AT_ONCE = 8;
/** Milliseconds after which a look that takes files is cut between two of them, and goes on as another: its place is shared. */
const LONGEST_LOOK = 60_000;
/** Milliseconds in which deliveries that wait for the same session have it. */
const AFTER_CUT = 1_000;
/** Milliseconds until a look is tried again that the process died of each time. */
const AFTER_DEATHS = 60 * 60_000;

/** Nothing that waiting alone mends: what the partner refused, and settings that cannot be used. */
const isRefusal = (error: unknown): boolean => outcomeOf(error) !== 'unavailable';

export interface PollOptions {
  /** Default 5 s. */
  readonly stableMs?: number | undefined;
  /** From 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/** A look for files over one connection. */
interface Look {
  readonly payload: PollPayload;
  readonly read: ReadConnection;
  readonly plan: PollPlan;
  readonly troubles: RoundTroubles;
  readonly begun: number;
  readonly signal: AbortSignal;
}

/**
 * The handler of jobs `poll`: looks for files once, and comes again after the interval. A file's bytes are safe, then it is written down, with
 * others that are under way, in one commit, and only then it is removed at the partner's. One job counts for each connection; others end when they find that out.
 */
export function createPollJob(services: Needs, options: PollOptions = {}): JobHandler {
  const poller = new Poller(services, options);
  return (job, signal) => poller.look(job, signal);
}

/** A look that a process dies of each time comes again, too: the next release may bear it. */
export function giveUpPoll({ clock }: Pick<Needs, 'clock'>): GiveUpJob {
  return async ({ payload }, why) => ({
    kind: 'again',
    dueAt: clock.now() + AFTER_DEATHS,
    attempt: 0,
    commit: (queries) => notePolled(queries, payload as PollPayload, { trouble: why }),
  });
}

class Poller {
  readonly #services: Needs;
  readonly #commits: PolledCommits;
  readonly #filters: NameFilters = createNameFilters();
  readonly #stableMs: number;
  readonly #random: () => number;

  constructor(services: Needs, { stableMs = STABLE_MS, random = Math.random }: PollOptions) {
    this.#services = services;
    this.#commits = new PolledCommits(services);
    this.#stableMs = stableMs;
    this.#random = random;
  }

  async look(job: Job, signal: AbortSignal): Promise<JobOutcome> {
    const { store, clock, metrics } = this.#services;
    // Only `keepPolled` and this handler write jobs of this kind.
    const payload = job.payload as PollPayload;
    const [connection] = await readRows(store, job.accountId, (queries) =>
      connectionsWithIds(queries, [payload.connectionId]),
    );
    const plan = connection === undefined ? undefined : pollPlanOf(connection);
    if (connection === undefined || connection.poll_job !== payload.name || plan === undefined) return { kind: 'done' };
    const read = readConnection(connection);
    const look = { payload, read, plan, troubles: new RoundTroubles(), begun: clock.now(), signal };
    try {
      const end = await this.#round(look);
      if (end === 'replaced') return { kind: 'done' };
      metrics.poll('done');
      return this.#again(look, end);
    } catch (error) {
      if (signal.aborted || ownTroubleOf(error) !== undefined) throw error;
      metrics.poll('failed');
      return this.#afterFailure(look, error);
    }
  }

  #again({ payload, plan, troubles, begun }: Look, end: 'through' | 'cut'): JobOutcome {
    const wait = end === 'cut' ? AFTER_CUT : nextLook(plan.everyMs, { failures: 0 }, this.#random());
    return {
      kind: 'again',
      dueAt: this.#services.clock.now() + wait,
      attempt: 0,
      payload: { ...payload, failures: 0 },
      commit: (queries) => notePolled(queries, payload, { at: begun, trouble: troubles.text }),
    };
  }

  #afterFailure({ payload, plan, read }: Look, error: unknown): JobOutcome {
    const { clock, log } = this.#services;
    const failures = (payload.failures ?? 0) + 1;
    const { text, expected } = troubleOf(error);
    const place = expected ? {} : { at: errorPlace(error) };
    log.warn(
      { connection: read.connection.id, failures, error: errorText(error), ...place },
      'Files could not be looked for.',
    );
    return {
      kind: 'again',
      dueAt: clock.now() + nextLook(plan.everyMs, { failures, wasRefused: isRefusal(error) }, this.#random()),
      attempt: 0,
      payload: { ...payload, failures },
      commit: (queries) => notePolled(queries, payload, { trouble: text }),
    };
  }

  async #round(look: Look): Promise<'through' | 'cut' | 'replaced'> {
    const { store, clock } = this.#services;
    const transport = await this.#open(look);
    const files = new FilesUnderWay();
    // Where nothing was taken another look at once would meet the same.
    const takesLong = () => files.taken > 0 && clock.now() - look.begun > LONGEST_LOOK;
    let isCut = false;
    try {
      for await (const file of transport.receive(look.signal)) {
        files.add(this.#take(look, file));
        isCut = takesLong();
        if (!isCut && !files.isOver) continue;
        // Whoever leaves the loop takes back what is under way.
        await files.end();
        break;
      }
    } finally {
      await transport.close();
      await files.rest();
    }
    if ((await files.end()) === 'replaced') return 'replaced';
    if (isCut) return 'cut';
    // What is left is looked for by those who changed the connection.
    const counts = await readRows(store, look.read.connection.account_id, (queries) =>
      isPolledBy(queries, look.payload),
    );
    if (!counts) return 'replaced';
    return files.taken > 0 && files.offered >= MOST_FILES ? 'cut' : 'through';
  }

  async #open({ read, plan, troubles }: Look): Promise<InboundTransport> {
    const { connection, kind, settings } = read;
    if (kind.polling === undefined) throw new Error('A plan is made by kinds that have one.');
    const fits =
      plan.filterPattern === undefined ? () => true : this.#filters(connection.account_id, plan.filterPattern);
    const after = plan.ignoreTimes ? null : connection.poll_after;
    const context = await openContext(this.#services, { read, deliveryId: 'poll', bucketExists: false });
    return kind.polling.open(settings, context, {
      accepts: ({ name, modified }) => fits(name) && !(after !== null && modified !== undefined && modified <= after),
      onSkipped: (file: SkippedFile) => troubles.skipped(file),
      stableMs: this.#stableMs,
      maxFiles: MOST_FILES,
      atOnce: AT_ONCE,
    });
  }

  /** Takes one file; what is wrong with that file alone is noted, and it stays for the next look. */
  async #take(look: Look, file: InboundPayload): Promise<TakenAs> {
    const { metrics } = this.#services;
    // A look waits for all that it has offered.
    const leave = () => file.reject('try-again').catch(() => undefined);
    try {
      if (!(await this.#store(look, file))) {
        await leave();
        return 'replaced';
      }
      await file.accept();
      metrics.polledFile();
      return 'taken';
    } catch (error) {
      await leave();
      if (look.signal.aborted || ownTroubleOf(error) !== undefined) throw error;
      look.troubles.failed(file.name, error);
      return 'left';
    }
  }

  /** @returns false where another job looks at the connection by now. */
  async #store({ read: { connection }, payload, signal }: Look, file: InboundPayload): Promise<boolean> {
    const { account_id: account } = connection;
    const executionId = uuid();
    const input = await this.#services.artifacts.receive(account, {
      ...{ model: 'execution', ownerId: executionId, usage: 'input' },
      ...{ type: 'application/octet-stream', name: file.name, bytes: file.open(), signal },
    });
    const directory = (file.origin.directory ?? '').replace(/^\/+|\/+$/g, '');
    const arrival = { connection, payloadId: file.id, executionId, directory, name: file.name, input };
    return this.#commits.add({ payload, arrival });
  }
}
