import { isObject } from '../mapping/occurrences.js';

/** What ISA15 may say: production, test, for information. */
const USAGES = ['P', 'T', 'I'] as const;

/** In the words that a claim with another is refused by. */
export const USAGE_WORDS = 'P is production, T a test, I for information.';

/** ISA15 as a request has it, in either case. @returns `undefined` where it says nothing, or what is none. */
export function usageOf(request: unknown): (typeof USAGES)[number] | undefined {
  const said = saidUsage(request);
  return USAGES.find((one) => one === said);
}

/** Does a request say that it is something else? Taken as production, what was meant as a test would reach its payer. */
export function hasUnknownUsage(request: unknown): boolean {
  return saidUsage(request) !== undefined && usageOf(request) === undefined;
}

/** What is no text is told by the schema. */
function saidUsage(request: unknown): string | undefined {
  const { usageIndicator } = isObject(request) ? request : {};
  return typeof usageIndicator === 'string' && usageIndicator !== '' ? usageIndicator.trim().toUpperCase() : undefined;
}
