import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import { requireEngineOptions } from './check-options.js';
import { type Compile, GuideChooser } from './choose-guide.js';
import type { EngineOptions } from './engine-options.js';

/** What the verbs of one engine share. */
export interface EngineParts {
  readonly options: EngineOptions;
  readonly limits: Limits;
  readonly chooser: GuideChooser;
}

/**
 * The options are copied; guides are compiled when first needed.
 * @param maker the function that was given the options, as errors name it.
 * @param compile with a check of the guide, or without one.
 * @throws X12Error `X12_OPTION_INVALID` for options that are none.
 */
export function engineParts(options: EngineOptions, maker: string, compile: Compile): EngineParts {
  requireEngineOptions(options, maker);
  const { guides, dictionaries, matcher } = options;
  return {
    options: { ...options },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    chooser: new GuideChooser(guides, { dictionaries, matcher, compile }),
  };
}
