import { createHash } from 'node:crypto';
import { uuid } from '../../ids.js';
import { besideColumn, insertAnswer, type NewClaimAnswer } from '../../resources/claim-answers/rows.js';
import { BY_ITSELF, type Partner, UNKNOWN_PARTNER } from '../../resources/claims/speaker.js';
import { routeAccountId } from '../../resources/payer-routes/secret-place.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { expiryAfter } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import type { Services } from '../services.js';
import { overAnswersOf } from './answer-places.js';
import { listUnreadable } from './list-unreadable.js';

/** The job that applies an answer. */
export const CLAIM_ANSWER = 'claim-answer';

/** Of one answer: it is read in memory. A 277CA about 5,000 claims has some 3 MB; whoever sends more is to send it in parts. */
export const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** TA1s, 999s and 277CAs as they came back over a route. */
export interface NewAnswer {
  readonly routeId: string;
  /** All routes that it is taken for, by their ids; default: those beside it when it is applied. */
  readonly beside?: readonly string[] | undefined;
  /** Whose partner says it; default: it is not known. */
  readonly partner?: Partner | undefined;
  readonly x12: Uint8Array;
  /** Where it came from, for people: `execution 0197…`, `file 0197…`. No value of what it says. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** What came back for a file of claims that was handed over: at once, or when it was looked for. */
export function answerToFile(
  { id, route_id }: Pick<ClaimFiles, 'id' | 'route_id'>,
  x12: Uint8Array,
  receivedAt: number,
): NewAnswer {
  return { routeId: route_id, beside: [route_id], partner: BY_ITSELF, x12, source: `file ${id}`, receivedAt };
}

/** {@link takeClaimAnswer}, for who is given it. */
export type TakeAnswer = (services: Services, answer: NewAnswer) => Promise<unknown>;

type Needs = Pick<Services, 'store' | 'artifacts' | 'jobs' | 'clock' | 'config' | 'sealedColumns'>;

/** As the job has it. */
export interface AnswerPayload {
  readonly answerId: string;
}

/**
 * Takes in what came back over a route about claims that went over it: once this resolves it is there, and a job ties it to its claims. The same
 * bytes of the same route and partner again change nothing. Bytes that are none of X12, or too many, are kept as UNREADABLE, for somebody to look at.
 */
export async function takeClaimAnswer(services: Needs, answer: NewAnswer): Promise<void> {
  const take = await prepareClaimAnswer(services, answer);
  await services.store.write(take);
}

/** The same in the transaction of the caller, such as the one that says that it was picked up. @returns what is to be done in it. */
export async function prepareClaimAnswer(
  services: Needs,
  { routeId, beside, partner = UNKNOWN_PARTNER, x12, source, receivedAt }: NewAnswer,
): Promise<(tx: Transaction) => Promise<void>> {
  const { store, artifacts, clock, jobs, config } = services;
  const accountId = await routeAccountId(store);
  const id = uuid();
  const expiresAt = expiryAfter(config.checksRetentionDays, receivedAt);
  const [bytes] = await artifacts.prepare(accountId, [
    {
      ...{ model: 'claim-answer', ownerId: id, usage: 'payer-answer', name: 'answer.edi', sealed: true, bytes: x12 },
      type: 'application/edi-x12',
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ]);
  if (bytes === undefined) throw new Error('An answer was not prepared.');
  const isTooLong = x12.length > MOST_ANSWER_BYTES;
  const now = clock.now();
  const row: NewClaimAnswer = {
    ...{
      id,
      route_id: routeId,
      beside: besideColumn(beside),
      source,
      sha256: hashOf(x12, partner),
      ...partner,
    },
    ...{
      state: isTooLong ? 'UNREADABLE' : 'WAITING',
      artifact_id: bytes.id,
      done: 0,
      claim_count: 0,
      unmatched_count: 0,
    },
    ...{ received_at: receivedAt, created_at: now, updated_at: now, expires_at: expiresAt ?? null },
  };
  const payload: AnswerPayload = { answerId: id };
  return async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    if (!(await insertAnswer(queries, row))) return;
    await artifacts.insert(queries, [bytes]);
    if (isTooLong) await listUnreadable(services, queries, row);
    else await jobs.enqueue(queries, { kind: CLAIM_ANSWER, class: 'batches', over: overAnswersOf(routeId), payload });
  };
}

/** Another account may be sent the same by a partner of the same ids, which says it of other files. */
function hashOf(x12: Uint8Array, { carrier_account_id: account, partnership_id: partnership }: Partner): string {
  const hash = createHash('sha256').update(x12);
  return (account === null ? hash : hash.update(JSON.stringify([account, partnership]))).digest('hex');
}
