import { type ControlNumberScope, scopeKey } from './control-number-scope.js';
import {
  type ControlNumberOptions,
  type ControlNumbers,
  controlNumberRule,
  type SetControlNumberOptions,
  setControlNumber,
  takeControlNumbers,
} from './control-numbers.js';

/**
 * Counters that live as long as the object: for tests, and for a process that stores them elsewhere. A restart of the
 * process begins at `start` again, which a receiver refuses as duplicates.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function createMemoryControlNumbers(options: ControlNumberOptions = {}): ControlNumbers {
  const { start, rollOver } = controlNumberRule(options);
  const states = new Map<string, number>();
  // Each step runs to its end without an await, so that no other call comes between.
  return {
    async next(scope: ControlNumberScope, count = 1): Promise<number> {
      const key = scopeKey(scope);
      const run = takeControlNumbers(states.get(key) ?? start, count, rollOver);
      states.set(key, run.state);
      return run.first;
    },
    async peek(scope: ControlNumberScope): Promise<number> {
      return takeControlNumbers(states.get(scopeKey(scope)) ?? start, 1, rollOver).first;
    },
    async set(scope: ControlNumberScope, next: number, { goBack }: SetControlNumberOptions = {}): Promise<void> {
      const key = scopeKey(scope);
      states.set(key, setControlNumber(states.get(key), next, { rollOver, goBack }));
    },
  };
}
