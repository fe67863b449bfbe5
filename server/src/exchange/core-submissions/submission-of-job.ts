import type { Job } from '../../jobs/job.js';
import { findSubmission } from '../../resources/core-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { CoreSubmissions } from '../../store/core-tables.js';
import { submissionIdOf } from '../check-files/submission-id.js';
import type { Services } from '../services.js';

/** The file that a job is about. @returns `undefined` where it has been removed, as its time has passed. */
export function submissionOf({ store }: Pick<Services, 'store'>, job: Job): Promise<CoreSubmissions | undefined> {
  return readRows(store, job.accountId, (queries) => findSubmission(queries, submissionIdOf(job)));
}
