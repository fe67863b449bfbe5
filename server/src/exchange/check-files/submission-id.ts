import type { Job } from '../../jobs/job.js';

/** Of a job about a file of checks, be it one that came or one that goes out. */
export function submissionIdOf({ payload }: Pick<Job, 'payload'>): string {
  // Written with the file.
  return (payload as { readonly submissionId: string }).submissionId;
}
