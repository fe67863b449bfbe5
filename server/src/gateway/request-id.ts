import { uuid } from '../ids.js';

/** The id a client gives a request, if it can stand in logs and headers as it is; else one of ours. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : uuid();
}
