import type { Job } from '../../jobs/job.js';
import { hasOpenLane } from '../../jobs/open-lanes.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';

/** Of the job that looks for what a payer answers to a file of claims. */
export const CLAIM_ANSWERS_POLL = 'claim-answers-poll';

/** What is written into the job. */
export interface PollPayload {
  readonly fileId: string;
  /** The 999 has come: it stays where it is, and would come again at each look. */
  readonly acknowledged?: boolean | undefined;
  /** SHA-256 of what has come, the newest last. */
  readonly seen?: readonly string[] | undefined;
  /** When the newest of them came, in milliseconds since 1970. */
  readonly newestAt?: number | undefined;
}

/** Milliseconds to the first look: a payer has the 999 soon. */
const FIRST_LOOK_MS = 5_000;

/** Has a file looked for, once: one that was handed in again is looked for already. */
export async function enqueuePoll(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  queries: AccountQueries,
  fileId: string,
): Promise<void> {
  const lane = `claim answers ${fileId}`;
  if (await hasOpenLane(queries, lane)) return;
  const payload: PollPayload = { fileId };
  const dueAt = clock.now() + FIRST_LOOK_MS;
  await jobs.enqueue(queries, { kind: CLAIM_ANSWERS_POLL, class: 'polling', lane, dueAt, payload });
}

/** Only `enqueuePoll` and the job itself write jobs of this kind. */
export function pollPayload({ payload }: Job): PollPayload {
  return payload as PollPayload;
}
