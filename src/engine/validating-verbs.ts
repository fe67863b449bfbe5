import type { Source } from '../syntax/source.js';
import { requireOptions } from './check-options.js';
import type { X12Validator } from './engine.js';
import type { ValidateOptions, ValidationResult } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { leadInto } from './lead-source.js';
import { SetCounter } from './set-counter.js';

/** The verb that checks a source and builds nothing. */
export function validatingVerbs({ chooser, limits }: EngineParts): Omit<X12Validator, 'guides'> {
  async function validate(source: Source, options: ValidateOptions = {}): Promise<ValidationResult> {
    requireOptions('validate', options);
    const { badValues = false, guide, characterSet, onFinding } = options;
    const { depth, findings } = limits;
    const counter = new SetCounter(chooser, { depth, findings, badValues, guide, characterSet, onFinding });
    await leadInto(counter, source, options, limits);
    return counter.result();
  }

  return { validate };
}
