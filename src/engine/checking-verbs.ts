import type { Guide } from '../model/guide.js';
import type { DataOf } from '../model/known-guide.js';
import { type Checked, type CheckOptions, checkData } from './check-data.js';
import { requireGuide, requireOptions } from './check-options.js';
import type { Engine } from './engine.js';
import type { EngineParts } from './engine-parts.js';
import { type GuideSchema, guideSchema } from './guide-schema.js';

/** The verbs that judge data without an envelope. */
export function checkingVerbs(parts: EngineParts): Pick<Engine, 'check' | 'schema'> {
  const { chooser } = parts;

  function check<Asked extends Guide>(guide: Asked, data: unknown, options: CheckOptions = {}): Checked<DataOf<Asked>> {
    requireOptions('check', options);
    requireGuide('The guide of check', guide);
    return checkData(chooser.planOf(guide), data, parts, options);
  }

  function schema<Asked extends Guide>(guide: Asked, options: CheckOptions = {}): GuideSchema<DataOf<Asked>> {
    requireOptions('schema', options);
    requireGuide('The guide of schema', guide);
    const plan = chooser.planOf(guide);
    return guideSchema((value) => checkData(plan, value, parts, options));
  }

  return { check, schema };
}
