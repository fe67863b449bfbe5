import { checkOptions, requireForm } from '../model/check-options.js';
import { isX12Error } from '../model/error.js';
import type { OptionRules } from '../model/option-rules.js';
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

const MOST = Number.POSITIVE_INFINITY;

export const RETRY_RULES: OptionRules<Omit<RetryOptions, 'signal'>> = {
  wait: { needed: 'function', example: 'a function that resolves after so many milliseconds' },
  random: { needed: 'function', example: 'random of Math' },
  attempts: { least: 1, whole: true },
  delayMs: { least: 0, most: MOST },
  factor: { least: 1 },
  maxDelayMs: { least: 0, most: MOST },
  jitter: { least: 0, most: 1 },
  onAttempt: 'function',
};
const SIGNAL_RULE: OptionRules<Pick<RetryOptions, 'signal'>> = { signal: 'signal' };

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
  checkOptions('deliverWithRetries', options, RETRY_RULES, SIGNAL_RULE);
  const { attempts = 5, signal, wait, onAttempt } = options;
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
