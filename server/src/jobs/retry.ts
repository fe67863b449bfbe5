import { isX12Error } from 'ediloom';
import { ObjectStoreError } from '../objects/object-store.js';
import { Problem } from '../problems.js';
import { StoreError } from '../store/store.js';
import type { Job, JobOutcome } from './job.js';

/** Claims after which a job that throws, or kills its process, is kept as failed. */
const MAX_ATTEMPTS = 10;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 300_000;

/** What becomes of a job whose handler threw: once more, later and later, and kept in the end. */
export function afterError(job: Job, error: unknown, now: number): JobOutcome {
  if (job.attempt >= MAX_ATTEMPTS) return { kind: 'failed', error: errorText(error) };
  return { kind: 'again', dueAt: now + Math.min(FIRST_WAIT * 2 ** (job.attempt - 1), LONGEST_WAIT) };
}

/**
 * An error as it may be kept and logged: messages of our own classes hold no value of a payload; of others, such as that of
 * `JSON.parse`, only the name is told, and the code where there is one.
 */
export function errorText(error: unknown): string {
  if (
    isX12Error(error) ||
    error instanceof Problem ||
    error instanceof StoreError ||
    error instanceof ObjectStoreError
  ) {
    return `${error.code}: ${error.message}`.slice(0, 2000);
  }
  if (!(error instanceof Error)) return 'An unknown error.';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

/** Where an error came from, without its message. */
export function errorPlace(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 10)
    .join('\n');
}
