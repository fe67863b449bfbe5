import { invalidOption } from '../model/check-options.js';
import { isX12Error, X12Error, type X12ErrorCode } from '../model/error.js';
import { TRANSPORT_REASONS, type TransportOutcome, type TransportReason } from './transport-reasons.js';

const CODES = {
  refused: 'X12_TRANSPORT_REFUSED',
  unavailable: 'X12_TRANSPORT_UNAVAILABLE',
  unknown: 'X12_TRANSPORT_UNKNOWN',
} as const satisfies Readonly<Record<TransportOutcome, X12ErrorCode>>;

export interface TransportErrorOptions {
  readonly cause?: unknown;
  /** What is said before the reason's own text: which step, which host. No secret, no value of the payload. */
  readonly at?: string | undefined;
  /** Structured facts: host, path, fingerprint seen, disposition. The same rules. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The error of a reason: its code is the outcome's, the message says what to do, `details.reason` is the reason, and
 * `details.again` whether delivering again is right.
 */
export function transportError(reason: TransportReason, { cause, at, details }: TransportErrorOptions = {}): X12Error {
  if (!Object.hasOwn(TRANSPORT_REASONS, reason))
    throw invalidOption('reason', 'transportError needs one of the reasons of TRANSPORT_REASONS.');
  const { again, outcome, text } = TRANSPORT_REASONS[reason];
  return new X12Error(CODES[outcome], at === undefined ? text : `${at}: ${text}`, {
    cause,
    details: { ...details, reason, again },
  });
}

/** The reason of an error of {@link transportError}; `undefined` for any other. */
export function transportReasonOf(error: unknown): TransportReason | undefined {
  if (!isX12Error(error) || !(error.code in OUTCOMES)) return undefined;
  const reason = error.details.reason;
  // `in` over a table of literal keys proves what the compiler cannot see.
  return typeof reason === 'string' && Object.hasOwn(TRANSPORT_REASONS, reason)
    ? (reason as TransportReason)
    : undefined;
}

/** What an error of a transport means for the payload; `undefined` for an error that is none of a transport. */
export function outcomeOf(error: unknown): TransportOutcome | undefined {
  return isX12Error(error) ? OUTCOMES[error.code] : undefined;
}

const OUTCOMES: Readonly<Partial<Record<X12ErrorCode, TransportOutcome>>> = {
  X12_TRANSPORT_REFUSED: 'refused',
  X12_TRANSPORT_UNAVAILABLE: 'unavailable',
  X12_TRANSPORT_UNKNOWN: 'unknown',
};
