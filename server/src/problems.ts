/**
 * What is wrong with what was asked, whoever asked: `invalid`: the request or its data; `denied`: who asks may not; `not-found`: also
 * what belongs to another account; `conflict`: what is there stands against it; `too-large`; `over-quota`: the account has as many as it
 * may have; `too-many`: more at once than are taken; `unavailable`: a part of the server, or what it needs, is not there right now;
 * `not-supported`: the interface has it, and the server does not yet.
 */
export type ProblemKind =
  | 'invalid'
  | 'denied'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'over-quota'
  | 'too-many'
  | 'unavailable'
  | 'not-supported';

/** One of several things wrong with a request, or with the data in it. */
export interface ProblemDetail {
  readonly message: string;
  /** JSON pointer into the body. */
  readonly path?: string | undefined;
  /** The standard's code, or ours. */
  readonly code?: string | undefined;
  readonly [detail: string]: unknown;
}

export interface ProblemOptions {
  /** For programs; default by the kind: `BAD_REQUEST`, `RESOURCE_CONFLICT` ... */
  readonly code?: string | undefined;
  /** Everything that is wrong, where it may be several things. */
  readonly errors?: readonly ProblemDetail[] | undefined;
  /** Further members of the answer, where clients of an interface read them; a partial result among them. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** The operator was told at the start: it is no news of each request that meets it, and is not logged again. */
  readonly isKnown?: boolean | undefined;
  readonly cause?: unknown;
}

const CODES: Readonly<Record<ProblemKind, string>> = {
  invalid: 'BAD_REQUEST',
  denied: 'ACCESS_DENIED',
  'not-found': 'RESOURCE_NOT_FOUND',
  conflict: 'RESOURCE_CONFLICT',
  'too-large': 'REQUEST_TOO_LARGE',
  'over-quota': 'QUOTA_EXCEEDED',
  'too-many': 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  'not-supported': 'NOT_SUPPORTED',
};

/**
 * Ends what was asked. The message says what to do next, and has no value of a request in it. Whoever stands between us and the one who asked
 * says it in their words: the gateway makes a status of the kind, a delivery a line of its report, a command an exit code.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly code: string;
  readonly errors: readonly ProblemDetail[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly isKnown: boolean;

  constructor(kind: ProblemKind, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = options.code ?? CODES[kind];
    this.errors = options.errors ?? [];
    this.body = options.body ?? {};
    this.isKnown = options.isKnown ?? false;
  }
}

export function invalid(message: string, options?: ProblemOptions): Problem {
  return new Problem('invalid', message, options);
}

/** The same for what is not there and for what belongs to another account. */
export function notFound(what: string): Problem {
  return new Problem('not-found', `There is no such ${what}.`);
}

export function denied(message: string, code?: string): Problem {
  return new Problem('denied', message, { code });
}

export function conflict(message: string, code?: string): Problem {
  return new Problem('conflict', message, { code });
}

export function notSupported(message: string): Problem {
  return new Problem('not-supported', message);
}

const CHANGED_MEANWHILE = 'CHANGED_MEANWHILE';

/** What a change was made from is not any more what is there: reading it again and making the change anew may succeed. */
export function changedMeanwhile(message: string): Problem {
  return conflict(message, CHANGED_MEANWHILE);
}

export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof Problem && error.code === CHANGED_MEANWHILE;
}

/** A problem with a part of what was given, by pointers from the whole. @param pointer where the part is. */
export function problemBelow(pointer: string, { kind, message, code, errors, body, cause }: Problem): Problem {
  const placed = (text: string) => (text.startsWith('/') ? `${pointer}${text}` : text);
  const below = errors.map((error) => ({
    ...error,
    message: placed(error.message),
    path: `${pointer}${error.path ?? ''}`,
  }));
  return new Problem(kind, placed(message), { code, body, cause, errors: below });
}

/** Something cannot go while others need it. @param errors what needs it. */
export function inUse(message: string, errors: readonly ProblemDetail[]): Problem {
  return new Problem('conflict', message, { errors });
}
