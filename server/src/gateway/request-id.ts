import { uuid } from '../ids.js';

/** The id a client gives a request, if it can stand in logs and headers as it is; else one of ours: what a client invents is never a line break in a log. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : uuid();
}

/** The id as every answer has it. */
export function requestIdHeaders(id: string): Readonly<Record<string, string>> {
  return { 'x-request-id': id, 'x-amzn-requestid': id };
}
