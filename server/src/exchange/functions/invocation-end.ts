import type { Ran } from '../../box/runner.js';
import { type InvocationEnd, notRunError } from '../../resources/functions/invocation-rows.js';

/** Of the log, as clients get it with the answer. */
const TAIL_BYTES = 4096;

/** How a run ended, as it is written down. */
export function endOf(ran: Ran, { attempts, startedAt }: Pick<InvocationEnd, 'attempts' | 'startedAt'>): InvocationEnd {
  const { bytes, left } = ran.log;
  const text = Buffer.from(left === 0 ? bytes : fromLetter(bytes)).toString();
  const log = `${left === 0 ? '' : `(${left} bytes before this are not kept)\n`}${text}`;
  const error = ran.how === 'failed' ? JSON.stringify(ran.error) : undefined;
  return { attempts, error, log, tookMs: ran.took, startedAt };
}

/** Of one that was not run at all, and why. */
export function notRun(errorMessage: string, tried: Pick<InvocationEnd, 'attempts' | 'startedAt'>): InvocationEnd {
  return { ...tried, error: notRunError(errorMessage), log: '', tookMs: 0 };
}

/** The end of the log, in base64. */
export function logTail({ log }: Pick<Ran, 'log'>): string {
  const isCut = log.left > 0 || log.bytes.length > TAIL_BYTES;
  const tail = log.bytes.subarray(-TAIL_BYTES);
  return Buffer.from(isCut ? fromLetter(tail) : tail).toString('base64');
}

/** Without what is left of a letter in UTF-8 that begins before. */
function fromLetter(bytes: Uint8Array): Uint8Array {
  const isInside = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let begin = 0;
  while (begin < 3 && isInside(begin)) begin++;
  return bytes.subarray(begin);
}
