import { checkOptions } from '../model/check-options.js';
import type { Guide } from '../model/guide.js';
import type { DataOf } from '../model/known-guide.js';
import { requireGuide } from '../model/require-guide.js';
import { type Checked, type CheckOptions, checkData } from './check-data.js';
import type { Engine } from './engine.js';
import type { EngineParts } from './engine-parts.js';
import { type GuideSchema, guideSchema } from './guide-schema.js';
import { CHECK_RULES } from './writing-rules.js';

/** The verbs that judge data without an envelope. */
export function checkingVerbs(parts: EngineParts): Pick<Engine, 'check' | 'schema'> {
  const { chooser } = parts;

  function check<Asked extends Guide>(guide: Asked, data: unknown, options: CheckOptions = {}): Checked<DataOf<Asked>> {
    checkOptions('check', options, CHECK_RULES);
    requireGuide('check', guide);
    return checkData(chooser.planOf(guide), data, parts, options);
  }

  function schema<Asked extends Guide>(guide: Asked, options: CheckOptions = {}): GuideSchema<DataOf<Asked>> {
    checkOptions('schema', options, CHECK_RULES);
    requireGuide('schema', guide);
    const plan = chooser.planOf(guide);
    return guideSchema((value) => checkData(plan, value, parts, options));
  }

  return { check, schema };
}
