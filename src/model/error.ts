/** Why something could not go on. */
export type X12ErrorCode =
  | 'X12_NOT_AN_INTERCHANGE'
  | 'X12_ENCODING_UNSUPPORTED'
  | 'X12_LIMIT_EXCEEDED'
  | 'X12_GUIDE_INVALID'
  | 'X12_GUIDE_UNKNOWN'
  | 'X12_DOCUMENT_INVALID'
  | 'X12_DATA_INVALID'
  | 'X12_DELIMITERS_INVALID'
  | 'X12_DELIMITER_IN_DATA'
  | 'X12_PATH_INVALID'
  | 'X12_OPTION_INVALID'
  | 'X12_CONTROL_NUMBERS_EXHAUSTED'
  | 'X12_CONTROL_NUMBERS_WOULD_REPEAT'
  | 'X12_CONTROL_NUMBERS_DAMAGED'
  | 'X12_CONTROL_NUMBERS_UNAVAILABLE'
  | 'X12_TRANSPORT_REFUSED'
  | 'X12_TRANSPORT_UNAVAILABLE'
  | 'X12_TRANSPORT_UNKNOWN'
  | 'X12_JOURNAL_DAMAGED'
  | 'X12_JOURNAL_UNAVAILABLE'
  | 'X12_CONNECTION_INVALID'
  | 'X12_ABORTED';

/** The same in every copy of this package: of its entries, and of ESM beside CJS. */
const MARK = Symbol.for('ediloom.X12Error');

/**
 * Thrown for what cannot go on (not an interchange, limit exceeded, broken guide); never for wrong data, which is a
 * finding. The message says what to do next and never holds a value of the payload.
 */
export class X12Error extends Error {
  override readonly name = 'X12Error';
  readonly code: X12ErrorCode;
  /** Structured facts that belong to the code: findings, offsets, the option's name. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: X12ErrorCode,
    text: string,
    options: { cause?: unknown; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

// `instanceof` holds for errors of any copy, too; for a class that extends this one it is the usual one.
Object.defineProperty(X12Error.prototype, MARK, { value: true });
Object.defineProperty(X12Error, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    if (this !== X12Error) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && MARK in value;
  },
});

/** True for an {@link X12Error} of any copy of this package. */
export function isX12Error(error: unknown): error is X12Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('X12_');
}
