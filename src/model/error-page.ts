import type { X12ErrorCode } from './error-codes.js';

/** The page of an error, as `pageOf` gives it; apart from that, as each program that is made of the engine has its errors. */
export function pageOfError(code: X12ErrorCode): string {
  return `errors/${code.toLowerCase().replaceAll('_', '-')}`;
}
