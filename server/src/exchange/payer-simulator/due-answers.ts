import type { Job } from '../../jobs/job.js';
import type { ClaimAnswer } from './claim-answer.js';

/** What a job gives out now, and when it has to come back. */
export interface DueAnswers {
  /** Those whose time has come, and that were not given out before. */
  readonly answers: readonly ClaimAnswer[];
  /** How many will have been given out by then, for the payload of the job. */
  readonly done: number;
  /** Milliseconds since 1970; `undefined`: there is nothing more. */
  readonly dueAt: number | undefined;
}

/**
 * Which answers come next: a job gives out some, and is put off until the next are due, with how many it has given out in its payload (`done`). Both are of one commit.
 * @param answers in the order in which they come.
 */
export function comesNext(
  answers: readonly ClaimAnswer[],
  { payload }: Pick<Job, 'payload'>,
  { at, now }: { readonly at: number; readonly now: number },
): DueAnswers {
  // Absent where nothing was given out.
  const { done = 0 } = payload as { readonly done?: number };
  const due = answers.slice(done).filter(({ afterMs }) => at + afterMs <= now);
  const next = answers[done + due.length];
  return { answers: due, done: done + due.length, dueAt: next && at + next.afterMs };
}
