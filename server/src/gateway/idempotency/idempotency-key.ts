import { hash } from 'node:crypto';
import { invalid } from '../../problems.js';
import { ApiError } from '../api-error.js';

const MAX_KEY_LENGTH = 255;

/** @throws ApiError 400. */
export function demandKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header === '' || header.length > MAX_KEY_LENGTH) {
    throw invalid(`The Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters. Send another one.`, {
      code: 'INVALID_IDEMPOTENCY_KEY',
    });
  }
  return header;
}

export function hashOfRequest(method: string, path: string, body: Uint8Array | undefined): string {
  const head = Buffer.from(`${method} ${path}\n`);
  return hash('sha256', body === undefined ? head : Buffer.concat([head, body]), 'hex');
}

export function stillRunning(leftMs: number): ApiError {
  // A request mostly ends long before its lease.
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

export function otherRequest(): ApiError {
  return new ApiError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    'The Idempotency-Key was used for another method, path or body in the last 24 hours. Send a new key.',
  );
}
