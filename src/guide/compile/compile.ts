import { X12Error } from '../../model/error.js';
import type { Guide } from '../../model/guide.js';
import { finish, type Steps } from '../../model/steps.js';
import { problemSteps } from '../check/check-guide.js';
import type { Patterns } from '../plan/matcher.js';
import type { GuidePlan } from '../plan/plan.js';
import { type CompileOptions, lastPlanOf, soundInSteps } from './compile-sound.js';

export type { CompileOptions } from './compile-sound.js';

/**
 * Compiles a guide to the tables that reading and writing use. Done once for each guide object, set of dictionaries and
 * matcher: the result is cached by identity, so do not change a guide after its first use.
 * @throws X12Error `X12_GUIDE_INVALID` with `details.problems` when the guide breaks the dialect, or naming the rule whose
 *   path leads nowhere.
 */
export function compileGuide(guide: Guide, options: CompileOptions = {}): GuidePlan {
  return finish(compileInSteps(guide, options));
}

/** The plan of a guide for who looks at its structure alone: compiled with whatever dictionaries and matcher. @throws X12Error as {@link compileGuide}. */
export function planOf(guide: Guide): GuidePlan {
  return lastPlanOf(guide) ?? compileGuide(guide);
}

/**
 * The same for who must answer others meanwhile, and runs it step by step: one checks or compiles a segment, or a rule. An engine
 * that is made of the guide later, with the same dictionaries and matcher, has nothing left to compile.
 * @throws X12Error as {@link compileGuide}, from a step.
 */
export function compileInSteps(guide: Guide, options: CompileOptions = {}): Steps<GuidePlan> {
  return soundInSteps(guide, options, (patterns) => requireSound(guide, patterns));
}

function* requireSound(guide: Guide, patterns: Patterns): Steps<void> {
  const problems = yield* problemSteps(guide, patterns);
  const first = problems[0];
  if (first === undefined) return;
  const text = `The guide is not valid at ${first.pointer || '/'}: ${first.text} (${problems.length} in all; see details.problems)`;
  throw new X12Error('X12_GUIDE_INVALID', text, { details: { problems } });
}
