import type { JsonObject } from '../../model/json.js';
import { REJECT_ADVICE } from '../texts/reject-advice.js';
import { FOLLOW_UP_TEXTS, REJECT_TEXTS } from '../texts/reject-texts.js';
import { codeOf, textOfCode } from './code-pairs.js';
import { entries, isObject, set, textAt } from './json.js';

/** The loops whose AAA segments an object's errors are, outer ones first. */
export type Loops = readonly [string, ...string[]];

/** Gives every level its errors, in order, and `errors` all of them. */
export function settleErrors(response: JsonObject, levels: readonly { owner: JsonObject; loops: Loops }[]): void {
  const held = levels.flatMap(({ owner }) => entries(owner, 'aaaErrors'));
  const loose = entries(response, 'errors').filter((error) => !held.some((one) => isSame(one, error)));
  const all = levels.flatMap(({ owner, loops }) => {
    const own = loose.filter((error) => loops.includes(loopOf(error) ?? ''));
    const errors = [...entries(owner, 'aaaErrors'), ...own].map((error) => settleError(error, loops));
    const sorted = loops.flatMap((loop) => errors.filter((error) => loopOf(error) === loop));
    set(owner, 'aaaErrors', sorted.length === 0 ? undefined : sorted);
    return sorted.map((error) => ({ ...error }));
  });
  response.errors = all;
}

function settleError(error: JsonObject, loops: Loops): JsonObject {
  const code = textAt(error, 'code') ?? codeOf(REJECT_TEXTS, textAt(error, 'description'));
  const action = textAt(error, 'followupAction');
  const advice: Readonly<Record<string, string>> = REJECT_ADVICE;
  const loop = loopOf(error) ?? '';
  const settled: JsonObject = { field: 'AAA' };
  set(settled, 'code', code);
  set(settled, 'description', code === undefined ? undefined : textOfCode(REJECT_TEXTS, code));
  if (action !== undefined)
    settled.followupAction = textOfCode(FOLLOW_UP_TEXTS, codeOf(FOLLOW_UP_TEXTS, action) ?? action);
  settled.location = `Loop ${loops.includes(loop) ? loop : (loops.at(loops[0] === '2000A' ? -1 : 0) ?? '')}`;
  if (code !== undefined && Object.hasOwn(advice, code)) set(settled, 'possibleResolutions', advice[code]);
  return settled;
}

function loopOf(error: JsonObject): string | undefined {
  return /2[01][01]0[A-D]/.exec(textAt(error, 'location') ?? '')?.[0];
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return isObject(one) && one.code === other.code && loopOf(one) === loopOf(other);
}
