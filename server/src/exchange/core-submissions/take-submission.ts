import { createHash } from 'node:crypto';
import { uuid } from '../../ids.js';
import type { Origin } from '../../origins/origin.js';
import {
  insertSubmission,
  type NewCoreSubmission,
  type SubmissionName,
  submissionNamed,
} from '../../resources/core-submissions/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { MOST_SETS } from '../check-files/count-sets.js';
import { prepareDocument } from '../check-files/submission-documents.js';
import { expiryOf } from '../eligibility/keep-check.js';
import type { Run } from '../services.js';
import { ANSWER_CLAIMS } from './answer-claims-job.js';
import { JUDGE_SUBMISSION } from './judge-job.js';

/** What a file that is handed in has in it. */
export type SubmissionContent = 'checks' | 'claims';

/** ST01 of its sets, and the job that makes something of it. */
const CONTENTS: Readonly<Record<SubmissionContent, { readonly set: string; readonly job: string }>> = {
  checks: { set: '270', job: JUDGE_SUBMISSION },
  claims: { set: '837', job: ANSWER_CLAIMS },
};

/**
 * Whether a file has more sets of its kind than are taken, by the separator of its first interchange: their beginnings are counted, and nothing is read. What
 * that does not see is seen when the file is judged.
 * @param x12 begins with ISA.
 */
export function hasTooManySets(x12: Uint8Array, content: SubmissionContent = 'checks'): boolean {
  const separator = Buffer.from(x12.subarray(3, 4));
  const begin = Buffer.concat([Buffer.from('ST'), separator, Buffer.from(CONTENTS[content].set), separator]);
  const bytes = Buffer.from(x12.buffer, x12.byteOffset, x12.length);
  let count = 0;
  for (let at = bytes.indexOf(begin); at >= 0 && count <= MOST_SETS; at = bytes.indexOf(begin, at + 1)) count++;
  return count > MOST_SETS;
}

export interface NewSubmission {
  readonly name: SubmissionName;
  readonly x12: Uint8Array;
  readonly origin: Origin;
  /** Default `checks`. */
  readonly content?: SubmissionContent | undefined;
}

/** What a file has become: its id, new or as it was; `other`: its PayloadID stands for another file. */
export type TakenSubmission = { readonly kind: 'taken'; readonly id: string } | { readonly kind: 'other' };

/**
 * Stores a file of 270s, or one of claims for the payer simulator, sealed. It is there, and will be judged, once the change is committed.
 * @returns the change, which gives the same for a file that was taken before, and makes nothing of it.
 */
export async function prepareSubmission(
  run: Run,
  { name, x12, origin, content = 'checks' }: NewSubmission,
): Promise<(queries: AccountQueries) => Promise<TakenSubmission>> {
  const { services, caller } = run;
  const { artifacts, clock, jobs } = services;
  const now = clock.now();
  const id = uuid();
  const file = await prepareDocument(run, id, { usage: 'input', name: 'submission.edi', bytes: x12 });
  const row: NewCoreSubmission = {
    ...{ id, ...name, checksum: createHash('sha256').update(x12).digest('hex'), state: 'RECEIVED', file_id: file.id },
    ...{ key_id: caller.keyId, origin: JSON.stringify(origin), ta1_id: null, acknowledgment_id: null, batch_id: null },
    ...{
      accepted_count: 0,
      rejected_count: 0,
      results_state: null,
      created_at: now,
      updated_at: now,
      expires_at: expiryOf(run) ?? null,
    },
  };
  return async (queries) => {
    if (!(await insertSubmission(queries, row))) return again(row, await submissionNamed(queries, name));
    await artifacts.insert(queries, [file]);
    await jobs.enqueue(queries, { kind: CONTENTS[content].job, class: 'batches', payload: { submissionId: id } });
    return { kind: 'taken', id };
  };
}

function again(
  { checksum }: Pick<NewCoreSubmission, 'checksum'>,
  there: { readonly id: string; readonly checksum: string } | undefined,
): TakenSubmission {
  return there?.checksum === checksum ? { kind: 'taken', id: there.id } : { kind: 'other' };
}
