import { requireForm } from '../model/check-options.js';
import { isX12Error, X12Error } from '../model/error.js';
import { abortedError, throwIfAborted } from './aborted.js';
import type { OutboundPayload } from './payload.js';
import type { Receipt, Transport } from './transport.js';

export interface RetryOptions {
  /** Resolves after so many milliseconds, or rejects by the signal. `setTimeout` of `node:timers/promises`, wrapped, will do. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 up to 1; `Math.random` will do. */
  readonly random: () => number;
  /** Attempts in all. Default 5. */
  readonly attempts?: number | undefined;
  /** Milliseconds from the end of the first attempt to the second. Default 30,000. */
  readonly delayMs?: number | undefined;
  /** By what each wait is longer than the one before. Default 2. */
  readonly factor?: number | undefined;
  /** Milliseconds of the longest wait. Default 3,600,000. */
  readonly maxDelayMs?: number | undefined;
  /** The part of a wait that is random, so that many do not come back at one instant. 0 to 1, default 0.2. */
  readonly jitter?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each attempt that failed, before the wait. */
  readonly onAttempt?: ((attempt: FailedAttempt) => void) | undefined;
}

export interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  readonly error: unknown;
  /** Milliseconds until the next; absent after the last. */
  readonly waitMs?: number | undefined;
}

/**
 * Delivers, and tries again where that is right: where the table of reasons says that a further attempt, which looks first, may
 * end otherwise. What a person must decide is thrown at once.
 * @throws X12Error what the last attempt threw; `X12_ABORTED`; `X12_OPTION_INVALID`.
 */
export async function deliverWithRetries(
  transport: Transport,
  payload: OutboundPayload,
  options: RetryOptions,
): Promise<Receipt> {
  requireForm('deliverWithRetries', 'transport', transport, 'object');
  requireForm('deliverWithRetries', 'payload', payload, 'object');
  requireForm('deliverWithRetries', 'options', options, 'object');
  const { attempts = 5, signal, wait, onAttempt } = options;
  demandUsable(options);
  for (let attempt = 1; ; attempt++) {
    throwIfAborted(signal);
    try {
      return await transport.deliver(payload, signal);
    } catch (error) {
      const waitMs = attempt < attempts && mayHelpAgain(error) ? waitAfter(attempt, options) : undefined;
      onAttempt?.({ attempt, error, ...(waitMs === undefined ? {} : { waitMs }) });
      if (waitMs === undefined) throw error;
      await waitOrAbort(wait, waitMs, signal);
    }
  }
}

/**
 * True where delivering again is right. The table of reasons says so, and the error carries its word: the engine retries
 * without that table, whose texts only transports need.
 */
export function mayHelpAgain(error: unknown): boolean {
  return isX12Error(error) && error.details.again === true;
}

function waitAfter(attempt: number, options: RetryOptions): number {
  const { delayMs = 30_000, factor = 2, maxDelayMs = 3_600_000, jitter = 0.2, random } = options;
  const whole = Math.min(delayMs * factor ** (attempt - 1), maxDelayMs);
  return Math.round(whole * (1 - jitter * random()));
}

async function waitOrAbort(wait: RetryOptions['wait'], ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, signal);
  } catch (error) {
    throw signal?.aborted ? abortedError(error) : error;
  }
}

function demandUsable({ attempts, delayMs, factor, maxDelayMs, jitter }: RetryOptions): void {
  demandNumber('attempts', attempts, Number.isInteger(attempts ?? 1) && (attempts ?? 1) >= 1);
  demandNumber('delayMs', delayMs, (delayMs ?? 0) >= 0);
  demandNumber('factor', factor, (factor ?? 1) >= 1 && Number.isFinite(factor ?? 1));
  demandNumber('maxDelayMs', maxDelayMs, (maxDelayMs ?? 0) >= 0);
  demandNumber('jitter', jitter, (jitter ?? 0) >= 0 && (jitter ?? 0) <= 1);
}

function demandNumber(option: string, value: number | undefined, fits: boolean): void {
  if (fits) return;
  throw new X12Error('X12_OPTION_INVALID', `${option} of the retries cannot be ${value}.`, { details: { option } });
}
