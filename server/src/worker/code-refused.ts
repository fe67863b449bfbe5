import { invalid } from '../problems.js';
import { CustomerCodeError } from './customer-code.js';

/** What to answer where the worker would not take what a customer wrote: that it is invalid, else the error itself, which may say that it is busy. */
export function codeRefused(error: unknown, path: string, what: string): unknown {
  if (!(error instanceof CustomerCodeError) || error.code === 'busy') return error;
  const message = `${what} cannot be used: ${error.message}`;
  return invalid(message, { errors: [{ path, message }], cause: error });
}
