import { checkOptions } from '../model/check-options.js';
import type { Source } from '../syntax/source.js';
import { TOKENIZER_RULES } from '../syntax/tokenizer.js';
import type { X12Validator } from './engine.js';
import type { ValidateOptions, ValidationResult } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { InputReaders } from './input-readers.js';
import { NO_OPTIONS } from './no-options.js';
import { ASKED_RULES, READ_RULES, VALIDATE_RULES } from './reading-rules.js';
import { SetCounter } from './set-counter.js';

/** The verb that checks a source and builds nothing. */
export function validatingVerbs({ chooser, limits }: EngineParts): Omit<X12Validator, 'guides'> {
  const counters = new InputReaders<ValidateOptions, SetCounter>(
    limits,
    (settings) => new SetCounter(chooser, settings),
  );

  async function validate(source: Source, options: ValidateOptions = NO_OPTIONS): Promise<ValidationResult> {
    if (options !== NO_OPTIONS)
      checkOptions('validate', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES, VALIDATE_RULES);
    return await counters.read(source, options, (counter) => counter.result());
  }

  return { validate };
}
