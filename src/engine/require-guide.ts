import { isObject } from '../guide/values/safe-read.js';
import { requireForm } from '../model/check-options.js';
import type { Guide } from '../model/guide.js';
import type { OwnRule } from '../model/option-rules.js';

/** A guide as a program gives it. What it says of its set, only compiling it tells. */
export const GUIDE: OwnRule = {
  fits: isGuide,
  name: "a guide, with its $id. Import one: import { guide } from 'ediloom/guides/850-004010', or load some: await loadGuides(['850'])",
  instead: (value) => (isObject(value) && isGuide(value.guide) ? 'is a module. Give its guide.' : undefined),
};

/** @throws X12Error `X12_OPTION_INVALID` for what is no guide. @param verb what it was given to. */
export function requireGuide(verb: string, value: unknown): asserts value is Guide {
  requireForm(verb, 'guide', value, GUIDE);
}

function isGuide(value: unknown): value is Guide {
  if (!isObject(value) || typeof value.$id !== 'string' || !isObject(value.x12)) return false;
  return typeof value.x12.transactionSet === 'string';
}
