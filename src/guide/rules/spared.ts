import { unpackCode } from '../plan/code-table.js';
import { HOLDS_SOME, HOLDS_TEST, JUDGE_AT, JUDGE_BY, JUDGE_HOLDS } from '../plan/rule-rows.js';
import type { RuleProgram } from '../plan/rules-plan.js';
import { rememberRight } from '../walk/holds-on-bytes.js';
import type { ElementSource } from './element-source.js';
import { passesElement } from './value-test.js';

/** Whether it shows at once that the rule of the row at `at` holds: judging takes longer. */
export function isSpared(words: Int32Array, at: number, { feeds }: RuleProgram, source: ElementSource): boolean {
  if (words[at + JUDGE_HOLDS] === HOLDS_SOME) return isAnyThere(words, words[at + JUDGE_AT] ?? 0, source);
  const action = words[at + JUDGE_HOLDS] === HOLDS_TEST ? feeds[words[at + JUDGE_BY] ?? 0]?.action : undefined;
  if (action?.kind !== 'count' || action.test === undefined) return false;
  const element = words[at + JUDGE_AT] ?? 0;
  return source.has(element) && source.isPlain(element) && !passesElement(action.test, source, element);
}

/** Remembers in a state that the value is right for which {@link isSpared} has spared the rule of a row. @returns whether it could: short values of expressions alone. */
export function rememberSpared(words: Int32Array, at: number, source: ElementSource, state: Int32Array): boolean {
  if (words[at + JUDGE_HOLDS] !== HOLDS_TEST) return false;
  const element = words[at + JUDGE_AT] ?? 0;
  const value = source.packed(element);
  // What begins with NUL is packed as what follows that.
  if (value === 0 || unpackCode(value) !== source.element(element)) return false;
  rememberRight(state, at, value);
  return true;
}

function isAnyThere(words: Int32Array, list: number, source: ElementSource): boolean {
  const end = list + 1 + (words[list] ?? 0);
  for (let at = list + 1; at < end; at++) if (source.has(words[at] ?? 0)) return true;
  return false;
}
