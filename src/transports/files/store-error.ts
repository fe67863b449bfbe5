import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { isX12Error, type X12Error } from '../../model/error.js';
import { socketReason } from '../network/socket-error.js';
import type { ReasonOf } from './file-store.js';

/** What a status of HTTP says of a call to a store. 409 and 412: the condition that the path is free does not hold. */
const REASONS: Readonly<Record<number, TransportReason>> = {
  401: 'authentication-failed',
  403: 'permission-denied',
  404: 'file-missing',
  407: 'authentication-failed',
  408: 'timed-out',
  409: 'target-exists',
  412: 'target-exists',
  413: 'file-too-large',
  429: 'server-busy',
  502: 'server-busy',
  503: 'server-busy',
  504: 'timed-out',
  507: 'disk-full',
};

/** How many causes deep an error is looked into: it may be its own cause. */
const MAX_DEPTH = 8;

export interface StoreErrorOptions {
  readonly reasonOf: ReasonOf | undefined;
  readonly path: string;
  /** What a missing file is called at this call. Default `file-missing`. */
  readonly missing?: TransportReason | undefined;
}

/** The transport's error for what a store threw: the first cause that says something counts. */
export function errorOfStore(error: unknown, { reasonOf, path, missing }: StoreErrorOptions): X12Error {
  const causes = causesOf(error);
  // What our own stream threw comes out of a client wrapped.
  const own = causes.find(isX12Error);
  if (own !== undefined) return own;
  for (const cause of causes) {
    const reason = reasonOf?.(cause) ?? statusReason(cause) ?? socketReason(cause);
    if (reason === undefined) continue;
    return transportError(reason === 'file-missing' ? (missing ?? reason) : reason, {
      cause: error,
      details: { path },
    });
  }
  return transportError('connection-lost', { cause: error, details: { path } });
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let inner = error; causes.length < MAX_DEPTH && inner !== undefined; ) {
    causes.push(inner);
    inner = inner instanceof Error ? inner.cause : undefined;
  }
  return causes;
}

/** Clients put it under `status`, `statusCode`, a number as `code`, or in their metadata. */
function statusReason(error: unknown): TransportReason | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // Of an object, any property may be asked for.
  const { status, statusCode, code, $metadata } = error as Readonly<Record<string, unknown>>;
  const inner = typeof $metadata === 'object' && $metadata !== null ? Object.entries($metadata) : [];
  const metadata = inner.find(([name]) => name === 'httpStatusCode')?.[1];
  const found = [metadata, statusCode, status, code].find(
    (one): one is number => typeof one === 'number' && one >= 400 && one < 600,
  );
  if (found === undefined) return undefined;
  return REASONS[found] ?? (found >= 500 ? 'server-error' : 'http-refused');
}
