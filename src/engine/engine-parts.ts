import { checkOptions } from '../model/check-options.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import { LIMITS_RULE, type OptionRules } from '../model/option-rules.js';
import { type Compile, GuideChooser } from './choose-guide.js';
import type { EngineOptions } from './engine-options.js';
import { GUIDE_RULES } from './engine-rules.js';
import type { ShortWayOf } from './short-ways.js';

/** What the verbs of one engine share. */
export interface EngineParts {
  readonly options: EngineOptions;
  readonly limits: Limits;
  readonly chooser: GuideChooser;
  /** Where the engine reads as well: then sets are put without a look, and read. */
  readonly shortWayOf?: ShortWayOf | undefined;
}

/**
 * The options are copied; guides are compiled when first needed.
 * @param compile with a check of the guide, or without one.
 * @param maker the function that was given the options, as errors name it. @param rules those of its options besides the guides.
 * @throws X12Error `X12_OPTION_INVALID` for options that are none.
 */
export function engineParts(
  options: EngineOptions,
  compile: Compile,
  maker: string,
  ...rules: readonly OptionRules[]
): EngineParts {
  checkOptions(maker, options, GUIDE_RULES, LIMITS_RULE, ...rules);
  const { guides, dictionaries, matcher } = options;
  return {
    options: { ...options },
    limits: withDefaults(options.limits),
    chooser: new GuideChooser(guides, { dictionaries, matcher, compile }),
  };
}

// One that is undefined is absent, and must not take the place of its default.
function withDefaults(limits: Partial<Limits> = {}): Limits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
}
