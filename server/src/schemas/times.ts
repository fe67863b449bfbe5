import { instantOf } from '../clock.js';
import { invalidRequest } from './check-shape.js';

/** Milliseconds since 1970, both inclusive. */
export interface Times {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * The times that somebody narrows by.
 * @param place pointer of what has both; default: the query.
 * @throws Problem `invalid` where nothing can be between them: an empty answer would say that there is nothing.
 */
export function timesOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  place?: string,
): Times {
  const from = asked.from === undefined ? undefined : instantOf(asked.from);
  const to = asked.to === undefined ? undefined : instantOf(asked.to);
  if (from === undefined || to === undefined || from <= to) return { from, to };
  const subject = place === undefined ? 'The query parameter from' : `${place}/from`;
  const message = `${subject} is later than to, so that nothing is between them. Exchange them.`;
  throw invalidRequest([
    { message, path: `${place ?? ''}/from`, ...(place === undefined ? { code: 'INVALID_PARAMETER' } : {}) },
  ]);
}
