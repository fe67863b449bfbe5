import type { X12ErrorCode } from './error-codes.js';
import { ALWAYS, type OtherDetails, type X12ErrorDetails } from './error-details.js';
import { pageOfError } from './error-page.js';
import type { Finding } from './finding.js';

export type { X12ErrorCode } from './error-codes.js';

/** The same in every copy of this package: of its entries, and of ESM beside CJS. */
const MARK = Symbol.for('ediloom.X12Error');

/**
 * Thrown for what cannot go on (not an interchange, limit exceeded, broken guide); never for wrong data, which is a
 * finding. The message says what to do next and never holds a value of the payload.
 */
export class X12Error<Code extends X12ErrorCode = X12ErrorCode> extends Error {
  override readonly name = 'X12Error';
  readonly code: Code;
  /** Structured facts that belong to the code: findings, offsets, the option's name. */
  readonly details: X12ErrorDetails[Code];

  constructor(
    code: Code,
    text: string,
    options: { cause?: unknown; details?: Partial<X12ErrorDetails[Code]> & OtherDetails } = {},
  ) {
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    // What a code's details always have is put under what this error gives, so that they are whole.
    this.details = { ...ALWAYS[code], ...options.details } as X12ErrorDetails[Code];
  }

  /** The page that explains the code, as `pageOf` gives it: `errors/x12-option-invalid`. */
  get page(): string {
    return pageOfError(this.code);
  }
}

/** How many findings a printed error shows. */
const MOST_PRINTED = 10;

// What prints an error (console.error of Node and others) asks for this, and would show `[Object]` for each finding.
Object.defineProperty(X12Error.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: X12Error, _depth: unknown, options: object, inspect?: (value: unknown, options: object) => string) {
    const head = this.stack ?? `${this.name}: ${this.message}`;
    try {
      const { findings, ...others } = this.details;
      const facts = Array.isArray(findings) ? { ...others, findings: printed(findings) } : { ...this.details };
      const shown = { code: this.code, details: facts, ...(this.cause === undefined ? {} : { cause: this.cause }) };
      return `${head} ${inspect?.(shown, { ...options, depth: 4 }) ?? JSON.stringify(shown)}`;
    } catch {
      return head; // details of any form may stand there, getters that throw among them: whoever prints an error has trouble enough
    }
  },
});

// Reason and place of each, on a line: `error element-too-long /interchanges/0/...`.
function printed(findings: readonly unknown[]): readonly string[] {
  const lines = findings.slice(0, MOST_PRINTED).map((found) => {
    if (!isFinding(found)) return 'what is no finding';
    const { severity, reason, at } = found;
    const place = at.pointer ?? [at.loopId, at.segmentId, at.element].filter((part) => part !== undefined).join(' ');
    return `${severity} ${reason} ${place.slice(0, LONGEST_PLACE)}`;
  });
  return findings.length > lines.length ? [...lines, `and ${findings.length - lines.length} more`] : lines;
}

// Whoever makes an error of this kind gives it details of any form; printing one must not fail.
function isFinding(found: unknown): found is Finding {
  if (typeof found !== 'object' || found === null || !('at' in found)) return false;
  const { at } = found;
  return typeof at === 'object' && at !== null && (!('pointer' in at) || typeof at.pointer === 'string');
}

/** A key of the data may be of any length. */
const LONGEST_PLACE = 400;

// `instanceof` holds for errors of any copy, too; for a class that extends this one it is the usual one.
Object.defineProperty(X12Error.prototype, MARK, { value: true });
Object.defineProperty(X12Error, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    if (this !== X12Error) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && MARK in value;
  },
});

/**
 * True for an {@link X12Error} of any copy of this package, and with `code` only for one of that code, whose details are
 * then known: `if (isX12Error(error, 'X12_DATA_INVALID')) error.details.findings`.
 */
export function isX12Error<Code extends X12ErrorCode>(error: unknown, code: Code): error is X12Error<Code>;
export function isX12Error(error: unknown): error is X12Error;
export function isX12Error(error: unknown, code?: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('X12_')) return false;
  return typeof code !== 'string' || error.code === code; // as a callback it may be given an index
}
