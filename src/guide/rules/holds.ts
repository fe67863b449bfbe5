import { hasKey, lookUp } from '../plan/image.js';
import type { RuleProgram } from '../plan/rules-plan.js';
import type { ElementSource } from './element-source.js';
import {
  GATE_CALLS,
  GATE_ELEMENT,
  HOLDS_FORMAT,
  HOLDS_LISTED,
  HOLDS_NONE,
  HOLDS_NPI,
  HOLDS_SOME,
  HOLDS_TEST,
  HOLDS_UNLISTED,
  JUDGE_AT,
  JUDGE_BY,
  JUDGE_HOLDS,
} from '../plan/rule-rows.js';
import { passesElement } from './value-test.js';

const ALL = -1;

/** Whether the rule of a segment, by the row at `at`, holds for sure; false says nothing. */
export function holds(words: Int32Array, at: number, program: RuleProgram, source: ElementSource): boolean {
  const element = words[at + JUDGE_AT] ?? 0;
  const by = words[at + JUDGE_BY] ?? 0;
  switch (words[at + JUDGE_HOLDS]) {
    case HOLDS_SOME:
      return isAnyPresent(words, element, source);
    case HOLDS_NONE:
      return !isAnyPresent(words, element, source);
    case HOLDS_UNLISTED:
      return source.packed(element) !== 0 && source.isPlain(element) && !hasKey(words, by, source.packed(element));
    case HOLDS_LISTED:
      return hasKey(words, by, source.packed(element));
    case HOLDS_FORMAT:
    case HOLDS_NPI:
      return source.conforms(element, by);
    case HOLDS_TEST: {
      const action = program.feeds[by]?.action;
      if (!source.has(element)) return true;
      if (action?.kind !== 'count' || action.test === undefined || !source.isPlain(element)) return false;
      return !passesElement(action.test, source, element);
    }
  }
  return false;
}

/** The rows behind a gate that matter, as bits. */
export function callsOf(words: Int32Array, at: number, source: ElementSource): number {
  const element = words[at + GATE_ELEMENT] ?? 0;
  const calls = words[at + GATE_CALLS] ?? 0;
  if (calls === 0) return source.has(element) ? ALL : 0;
  return lookUp(words, calls, source.packed(element));
}

function isAnyPresent(words: Int32Array, list: number, source: ElementSource): boolean {
  const end = list + 1 + (words[list] ?? 0);
  for (let at = list + 1; at < end; at++) if (source.has(words[at] ?? 0)) return true;
  return false;
}
