import { isUtf8 } from 'node:buffer';
import type { NewJob } from '../../jobs/job.js';
import { jsonFault } from '../../json-fault.js';
import type { Platform } from '../../platform.js';
import { invalid, Problem } from '../../problems.js';
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

/** What a function is invoked with that nobody waits for. @throws Problem `too-large`; `invalid` as {@link eventText}. */
export function promisedText(bytes: Uint8Array): string {
  if (bytes.length <= MOST_EVENT_BYTES) return eventText(bytes);
  const most = `${MOST_EVENT_BYTES / 1024} KB`;
  throw new Problem('too-large', `What a function is invoked with that nobody waits for has ${most} at most.`);
}

/** What a function is invoked with; empty: nothing. @throws Problem `invalid` where it is no JSON in UTF-8. */
function eventText(bytes: Uint8Array): string {
  demandUtf8(bytes);
  const text = Buffer.from(bytes).toString();
  if (text !== '') demandJson(text);
  return text;
}

/**
 * The same of what somebody waits with. A large one is read in its box alone: to read six megabytes of brackets takes seconds, in which this
 * thread would do nothing else. @throws Problem `invalid`.
 */
export function demandEvent(bytes: Uint8Array): void {
  if (bytes.length <= MOST_EVENT_BYTES) eventText(bytes);
  else demandUtf8(bytes);
}

function demandUtf8(bytes: Uint8Array): void {
  if (isUtf8(bytes)) return;
  throw invalid('A function is invoked with JSON in UTF-8: this is another encoding.', { code: 'BAD_EVENT' });
}

function demandJson(text: string): void {
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
