import { createHash } from 'node:crypto';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { LATE_ANSWERS_MS } from '../../resources/claims/deadlines.js';
import { findClaimFile } from '../../resources/claims/files.js';
import { type ToCome, toComeOf } from '../../resources/claims/unanswered.js';
import { claimPollMsOf } from '../../resources/payer-routes/columns.js';
import { findRoute } from '../../resources/payer-routes/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import { DAY_MS } from '../../store/purge.js';
import { acknowledgeResults } from '../check-files/acknowledge-results.js';
import { answerToFile, type TakeAnswer } from '../claim-answers/take-answer.js';
import type { FileReply, FileStep } from '../payer-routes/payer-exchange.js';
import type { Services } from '../services.js';
import { type PollPayload, pollPayload } from './poll-payload.js';

/** Files of results that are picked up at one look; further ones at the next. */
const MOST_PARTS = 100;
/** Answers to one file that are known again. */
const MOST_SEEN = 200;

const DONE: JobOutcome = { kind: 'done' };

/**
 * Looks for what a payer answers to a file of claims that was handed in over CAQH CORE: its 999 until one is there, with the TA1 before it, then
 * 277CAs, each of which is acknowledged. Once every claim is answered it looks later and later, as a payer may refuse what it has taken, and send its 999
 * last. It ends when all claims of the file are refused, or after thirty days.
 */
export function createClaimAnswersPoll(services: Services, takeAnswer: TakeAnswer): JobHandler {
  return async (job, signal) => {
    const payload = pollPayload(job);
    const file = await readRows(services.store, job.accountId, (queries) => findClaimFile(queries, payload.fileId));
    const now = services.clock.now();
    if (file === undefined || now >= Number(file.sent_at ?? file.created_at) + LATE_ANSWERS_MS) return DONE;
    const route = await services.store.read((db) => findRoute(db, 'id', file.route_id));
    if (route === undefined || (await toCome(services, job, file)) === 'nothing') return DONE;
    const pollMs = claimPollMsOf(route);
    // It may be of this kind again: answers wait at the payer's.
    if (pollMs === undefined) return { kind: 'again', dueAt: now + OF_ANOTHER_KIND_MS, attempt: 0, payload };
    const look = new Look({ services, takeAnswer, file, route, signal }, payload);
    // Where it is disabled, it may be enabled again.
    if (Number(route.enabled) === 1) await look.go();
    const left = await toCome(services, job, file);
    if (left === 'nothing') return DONE;
    const looked = services.clock.now();
    const pauseMs = Math.max(pollMs, left === 'changes' ? quietMs(look.payload, file, looked) : 0);
    return { kind: 'again', dueAt: looked + pauseMs, attempt: 0, payload: look.payload };
  };
}

/** Milliseconds until a look whether a route is of the kind again by which the file went. */
const OF_ANOTHER_KIND_MS = 60 * 60_000;
/** Milliseconds after which a look comes again that a process dies of each time, or that has failed each time: answers wait at the payer's. */
const AFTER_FAILURES_MS = 60 * 60_000;

export function giveUpClaimAnswersPoll({ clock }: Pick<Services, 'clock'>): GiveUpJob {
  return async ({ payload }) => ({ kind: 'again', dueAt: clock.now() + AFTER_FAILURES_MS, attempt: 0, payload });
}

function toCome({ store }: Services, { accountId }: Job, { id }: ClaimFiles): Promise<ToCome> {
  return readRows(store, accountId, (queries) => toComeOf(queries, id));
}

/** As long again as nothing new has come; a day at most, so that a file is asked about some forty times in all. */
function quietMs({ newestAt }: PollPayload, { sent_at, created_at }: ClaimFiles, now: number): number {
  return Math.min(now - (newestAt ?? Number(sent_at ?? created_at)), DAY_MS);
}

interface LookedFor {
  readonly services: Services;
  readonly takeAnswer: TakeAnswer;
  readonly file: ClaimFiles;
  readonly route: PayerRoutes;
  readonly signal: AbortSignal;
}

/** One look at what a payer has for a file. What was taken in and not noted any more is taken in again, which changes nothing. */
class Look {
  readonly #looked: LookedFor;
  readonly #seen: Set<string>;
  #acknowledged: boolean;
  #newestAt: number | undefined;

  constructor(looked: LookedFor, { seen = [], acknowledged = false, newestAt }: PollPayload) {
    this.#looked = looked;
    this.#seen = new Set(seen);
    this.#acknowledged = acknowledged;
    this.#newestAt = newestAt;
  }

  /** For the next look. */
  get payload(): PollPayload {
    return {
      fileId: this.#looked.file.id,
      acknowledged: this.#acknowledged,
      seen: [...this.#seen].slice(-MOST_SEEN),
      newestAt: this.#newestAt,
    };
  }

  async go(): Promise<void> {
    if (!this.#acknowledged && !(await this.#acknowledgment())) return;
    const seenNow = new Set<string>();
    for (let part = 0; part < MOST_PARTS; part++) {
      this.#looked.signal.throwIfAborted();
      const reply = await this.#exchange('fetch-results');
      if (reply.kind !== 'answer') return;
      const hash = hashOf(reply.x12);
      // A payer that gives the same again and again, whatever is acknowledged.
      if (seenNow.has(hash)) return;
      seenNow.add(hash);
      await this.#take(reply.x12);
      if (!(await this.#told(reply.x12))) return;
    }
  }

  /** @returns false where nothing can be picked up for now. */
  async #acknowledgment(): Promise<boolean> {
    const reply = await this.#exchange('fetch-999');
    if (reply.kind === 'none') return false;
    if (reply.kind === 'answer') {
      await this.#take(reply.x12);
      this.#acknowledged = true;
      return true;
    }
    const header = await this.#exchange('fetch-ta1');
    if (header.kind === 'answer') await this.#take(header.x12);
    // Not yet, or never: results may be there all the same.
    return header.kind !== 'none';
  }

  async #take(x12: Uint8Array): Promise<void> {
    const { services, takeAnswer, file } = this.#looked;
    const hash = hashOf(x12);
    if (this.#seen.has(hash)) return;
    const receivedAt = services.clock.now();
    await takeAnswer(services, answerToFile(file, x12, receivedAt));
    this.#seen.add(hash);
    this.#newestAt = receivedAt;
  }

  /** Acknowledges results. @returns false where the payer is not told, and would give the same again. */
  async #told(x12: Uint8Array): Promise<boolean> {
    const { services, file } = this.#looked;
    const { engine } = await services.claims.engines.reports();
    // For whom it is written: no key of theirs is asked.
    const caller = { accountId: file.account_id, keyId: '', mode: 'live' } as const;
    const told = await acknowledgeResults({ services, caller }, { engine, x12 });
    return told !== undefined && (await this.#exchange(told.step, told.x12)).kind !== 'none';
  }

  #exchange(step: FileStep, x12?: Uint8Array): Promise<FileReply> {
    const { services, file, route } = this.#looked;
    return services.payerExchange.exchange(
      { routeId: route.id, version: Number(route.updated_at), name: route.name },
      { accountId: file.account_id, step, content: file.type, payloadId: file.id, x12 },
    );
  }
}

function hashOf(x12: Uint8Array): string {
  return createHash('sha256').update(x12).digest('hex');
}
