import { hash } from 'node:crypto';
import { invalid } from '../../problems.js';
import { ApiError } from '../api-error.js';

const MAX_KEY_LENGTH = 255;

/**
 * The Idempotency-Key of a request. @returns `undefined` where it has none.
 * @throws Problem `invalid` for one that is empty, longer than 255 characters, or sent twice.
 */
export function demandKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header === '' || header.length > MAX_KEY_LENGTH) {
    throw invalid(`The Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters. Send another one.`, {
      code: 'INVALID_IDEMPOTENCY_KEY',
    });
  }
  return header;
}

/** What a repeated request must be equal in: bodies count byte for byte, queries not at all. SHA-256, hexadecimal. */
export function hashOfRequest(method: string, path: string, body: Uint8Array | undefined): string {
  const head = Buffer.from(`${method} ${path}\n`);
  return hash('sha256', body === undefined ? head : Buffer.concat([head, body]), 'hex');
}

/** @param leftMs milliseconds until the lease of the other request runs out. */
export function stillRunning(leftMs: number): ApiError {
  // A request mostly ends long before its lease: who asked is to come back soon.
  const seconds = Math.min(5, Math.max(1, Math.ceil(leftMs / 1000)));
  return new ApiError(
    409,
    'REQUEST_IN_PROGRESS',
    'A request with this Idempotency-Key is under way. Send it again later.',
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}

/** Our lease ran out while we worked, and another took the key: what we did is not committed. */
export function takenOver(): ApiError {
  return new ApiError(
    409,
    'REQUEST_IN_PROGRESS',
    'Another request with this Idempotency-Key has taken over. Send it again to get its answer.',
    {
      headers: { 'retry-after': '1' },
    },
  );
}

/** One key for two requests is a mistake of the client, which an answer to the other request would hide. */
export function otherRequest(): ApiError {
  return new ApiError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    'The Idempotency-Key was used for another method, path or body in the last 24 hours. Send a new key.',
  );
}
