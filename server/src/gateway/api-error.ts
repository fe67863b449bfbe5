import type { Problem, ProblemDetail, ProblemKind } from '../problems.js';

export interface ApiErrorOptions {
  /** Every problem, where there may be several. */
  readonly errors?: readonly ProblemDetail[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further members of the body. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A problem in the words of HTTP, or one that only HTTP knows; the message says what to do next, and has no value of the request in it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly ProblemDetail[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.body = options.body ?? {};
  }
}

/** By kind: the status, and the seconds after which to try again. */
const STATUSES: Readonly<Record<ProblemKind, readonly [status: number, retryAfter?: number]>> = {
  invalid: [400],
  denied: [403],
  'not-found': [404],
  conflict: [409],
  'too-large': [413],
  'over-quota': [422],
  'too-many': [429, 1],
  unavailable: [503, 5],
  'not-supported': [501],
};

/** What a kind of problem is answered with. */
export function statusOf(kind: ProblemKind): number {
  return STATUSES[kind][0];
}

/** A problem as HTTP says it. Its cause comes along for the log; it is not answered. */
export function apiErrorOf({ kind, code, message, errors, body, cause }: Problem): ApiError {
  const [status, retryAfter] = STATUSES[kind];
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  return new ApiError(status, code, message, { errors, headers, body, cause });
}
