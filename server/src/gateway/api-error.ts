/** One of several things wrong with a request, or with the data in it. */
export interface Problem {
  readonly message: string;
  /** JSON pointer into the body. */
  readonly path?: string | undefined;
  /** The standard's code, or ours. */
  readonly code?: string | undefined;
  readonly [detail: string]: unknown;
}

export interface ApiErrorOptions {
  /** Every problem, where there may be several. */
  readonly errors?: readonly Problem[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further members of the body, a partial result among them. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** Ends a request with a status and a body; the message says what to do next, and holds no value of the request. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly Problem[];
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

export function badRequest(message: string, options?: ApiErrorOptions & { readonly code?: string }): ApiError {
  return new ApiError(400, options?.code ?? 'BAD_REQUEST', message, options);
}

/** The same for what is not there and for what belongs to another account. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'RESOURCE_NOT_FOUND', `There is no such ${what}.`);
}

export function accessDenied(message: string, code = 'ACCESS_DENIED'): ApiError {
  return new ApiError(403, code, message);
}

export function conflict(message: string, code = 'RESOURCE_CONFLICT'): ApiError {
  return new ApiError(409, code, message);
}
