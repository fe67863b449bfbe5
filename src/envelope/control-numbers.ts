import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { ControlNumberScope } from './control-number-scope.js';

/** The largest ISA13 and GS06: nine digits (data elements I12 and 28). The smallest is 1; 0 is never given. */
export const MAX_CONTROL_NUMBER = 999_999_999;

/**
 * The port to the counters of ISA13 and GS06, one per scope. Any number of callers, and for a durable adapter any number of
 * processes, may use it at once: no number of a scope is given twice before the roll-over. A number is spent as soon as it is
 * given, whether or not the interchange is ever delivered; there is no giving back. Gaps are legal and may occur after a crash.
 *
 * Adapters pass `controlNumbersContract` of `ediloom/testing`.
 */
export interface ControlNumbers {
  /**
   * Takes the next number; with `count`, so many in a row: the answer and the `count - 1` after it. A run never goes across
   * the roll-over: numbers before it that are too few for the run are skipped.
   * @param count 1 to 999999999; default 1.
   * @throws X12Error `X12_CONTROL_NUMBERS_EXHAUSTED` under `rollOver: 'refuse'`, `X12_OPTION_INVALID` for a wrong count, and
   * what the adapter says of its storage. No number is given then; one may be spent.
   */
  next(scope: ControlNumberScope, count?: number): Promise<number>;
  /**
   * The number that `next(scope)` would give now. It spends nothing and reserves nothing.
   * @throws X12Error as `next` does.
   */
  peek(scope: ControlNumberScope): Promise<number>;
  /**
   * Makes `next` the number given next, 1 to 999999999: on taking over from another system, or by an operator's hand. It takes
   * its place among concurrent calls as one step.
   * @throws X12Error `X12_CONTROL_NUMBERS_WOULD_REPEAT` if it lies before what `peek` gives at that very step, unless
   * `goBack` is set; `X12_OPTION_INVALID` outside the range.
   */
  set(scope: ControlNumberScope, next: number, options?: SetControlNumberOptions): Promise<void>;
}

export interface SetControlNumberOptions {
  /**
   * Allows going back, so that numbers will be given again. Without it `set` cannot undo what others took since the caller
   * looked. Default false.
   */
  readonly goBack?: boolean | undefined;
}

/**
 * What follows 999999999: 1 again, or an error until an operator sets the counter, for partners who have never a number come
 * back. The server's counters always begin at 1 again, as the default has it.
 */
export type RollOver = 'restart' | 'refuse';

export interface ControlNumberOptions {
  /** First number of a scope that has never been used, 1 to 999999999. Default 1. */
  readonly start?: number | undefined;
  /** Default `restart`: receivers compare within a window of time, and no scope lives through 999,999,999 numbers in one. */
  readonly rollOver?: RollOver | undefined;
}

/** {@link ControlNumberOptions}, checked and complete. */
export interface ControlNumberRule {
  readonly start: number;
  readonly rollOver: RollOver;
}

/**
 * Completes the options an adapter was given.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function controlNumberRule(options: ControlNumberOptions = {}): ControlNumberRule {
  requireForm('controlNumberRule', 'options', options, 'object');
  const { start = 1, rollOver = 'restart' } = options;
  demandNumber(start, 'start');
  if (rollOver !== 'restart' && rollOver !== 'refuse') {
    throw new X12Error('X12_OPTION_INVALID', "rollOver is 'restart' or 'refuse'.", { details: { option: 'rollOver' } });
  }
  return { start, rollOver };
}

/**
 * The step of `next`, for adapters. A counter's state is the number after the last one given: 1 to 1000000000, the last of
 * which means that 999999999 was given, so that the rule may be changed later.
 * @throws X12Error `X12_CONTROL_NUMBERS_EXHAUSTED`, `X12_OPTION_INVALID`.
 */
export function takeControlNumbers(
  state: number,
  count: number,
  rollOver: RollOver,
): { readonly first: number; readonly state: number } {
  demandNumber(count, 'count');
  if (state + count - 1 <= MAX_CONTROL_NUMBER) return { first: state, state: state + count };
  if (rollOver === 'restart') return { first: 1, state: 1 + count };
  throw new X12Error(
    'X12_CONTROL_NUMBERS_EXHAUSTED',
    'Fewer control numbers are left before 999999999 than were asked for, and rollOver is "refuse". Agree with the ' +
      'receiver to begin again, then set the counter to 1 with goBack, or use rollOver "restart".',
    { details: { asked: count, left: MAX_CONTROL_NUMBER + 1 - state } },
  );
}

/**
 * The step of `set`, for adapters: gives the new state.
 * @param state absent for a scope never used: nothing can repeat there.
 * @throws X12Error `X12_CONTROL_NUMBERS_WOULD_REPEAT`, `X12_OPTION_INVALID`.
 */
export function setControlNumber(
  state: number | undefined,
  next: number,
  options: SetControlNumberOptions & { readonly rollOver: RollOver },
): number {
  requireForm('setControlNumber', 'options', options, 'object');
  const { rollOver, goBack = false } = options;
  demandNumber(next, 'next');
  const current = state !== undefined && state > MAX_CONTROL_NUMBER && rollOver === 'restart' ? 1 : state;
  if (current === undefined || next >= current || goBack) return next;
  throw new X12Error(
    'X12_CONTROL_NUMBERS_WOULD_REPEAT',
    'The counter has passed this number, so that it would be given again. Set it to what peek gives or more; ' +
      'or pass goBack if numbers are to be used again.',
    { details: { next, current } },
  );
}

function demandNumber(value: number, option: string): void {
  if (Number.isInteger(value) && value >= 1 && value <= MAX_CONTROL_NUMBER) return;
  throw new X12Error('X12_OPTION_INVALID', `${option} must be a whole number from 1 to ${MAX_CONTROL_NUMBER}.`, {
    details: { option },
  });
}
