import { ApiError, badRequest } from '../gateway/api-error.js';
import { CustomerCodeError } from '../worker/customer-code.js';

/** What to answer where the worker would not take what a customer wrote: 400, or 429 where too much waits; else the error itself. */
export function codeRefused(error: unknown, path: string, what: string): unknown {
  if (!(error instanceof CustomerCodeError)) return error;
  if (error.code === 'busy') return new ApiError(429, 'TOO_MANY_REQUESTS', error.message, { cause: error });
  const message = `${what} cannot be used: ${error.message}`;
  return badRequest(message, { errors: [{ path, message }], cause: error });
}
