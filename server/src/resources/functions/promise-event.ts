import { isUtf8 } from 'node:buffer';
import type { NewJob } from '../../jobs/job.js';
import { jsonFault } from '../../json-fault.js';
import type { Platform } from '../../platform.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Invocations } from '../../store/function-tables.js';
import { type NewInvocation, promiseInvocation } from './invocation-rows.js';

/** The job that invokes a function nobody waits for. */
export const INVOKE = 'invoke-function';

/** Bytes of what a function is invoked with that nobody waits for. */
export const MOST_EVENT_BYTES = 256 * 1024;

/** What names the row of an invocation that was promised. */
export interface InvokePayload {
  readonly invocationId: string;
}

export function invokeJob(invocationId: string): NewJob {
  return { kind: INVOKE, class: 'invocations', payload: { invocationId } satisfies InvokePayload };
}

/**
 * Promises an invocation that nobody waits for: it is made once the commit is through, by whichever process is free.
 * @param event JSON, no longer than {@link MOST_EVENT_BYTES}.
 */
export async function promiseEvent(
  services: Pick<Platform, 'clock' | 'payloads' | 'jobs'>,
  queries: AccountQueries,
  invocation: Omit<NewInvocation, 'kind'>,
  event: string,
): Promise<Invocations> {
  const row = await promiseInvocation(services, queries, { ...invocation, kind: 'Event' }, event);
  await services.jobs.enqueue(queries, invokeJob(row.id));
  return row;
}

/** @param event none: `null`. @throws Problem `invalid`, where a function could not be invoked with it. */
export function demandEvent(event: Buffer): void {
  if (event.length === 0) return;
  // Read all the same, what is no letter would be another one.
  if (!isUtf8(event))
    throw invalid('A function is invoked with JSON in UTF-8, and this is none.', { code: 'BAD_EVENT' });
  const text = event.toString();
  try {
    JSON.parse(text);
  } catch {
    throw invalid(badEventText(text), { code: 'BAD_EVENT' });
  }
}

/** What is said of a text that is no JSON: where, and no word of it. */
export function badEventText(text: string): string {
  const { line, column, isEnd } = jsonFault(text);
  const where = `line ${line}, column ${column}`;
  return `A function is invoked with JSON: this ${isEnd ? `ends before it is complete, at ${where}` : `is none from ${where} on`}.`;
}
