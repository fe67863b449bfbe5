import { requireForm } from './check-options.js';
import type { Guide } from './guide.js';
import { isOptions, type OwnRule } from './option-rules.js';

/** A guide as a program gives it. What it says of its set, only compiling it tells. */
export const GUIDE: OwnRule = {
  fits: isGuide,
  name: "a guide, with its $id: import { guide } from 'ediloom/guides/850-004010', or await loadGuides(['850'])",
  instead,
};

/** @throws X12Error `X12_OPTION_INVALID` for what is no guide. @param verb what it was given to. */
export function requireGuide(verb: string, value: unknown): asserts value is Guide {
  requireForm(verb, 'guide', value, GUIDE);
}

function instead(value: unknown): string | undefined {
  if (!isOptions(value)) return undefined;
  if (isGuide(value.guide)) return 'is a module. Give its guide.';
  return typeof value.release === 'string' ? 'is a dictionary. Give it in dictionaries.' : undefined;
}

function isGuide(value: unknown): value is Guide {
  if (!isOptions(value) || typeof value.$id !== 'string' || !isOptions(value.x12)) return false;
  return typeof value.x12.transactionSet === 'string';
}
