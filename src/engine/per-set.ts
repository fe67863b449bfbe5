import type { TransactionStart } from '../envelope/envelope-handler.js';

/** One for all sets, or what a function says of each by the envelopes around it; `undefined`: as if nothing were given. */
export type PerSet<Id extends string = string> = Id | ((set: TransactionStart) => Id | undefined);

export function ofSet(choice: PerSet | undefined, set: TransactionStart): string | undefined {
  return typeof choice === 'function' ? choice(set) : choice;
}
