import { compileSound } from '../guide/compile/compile-sound.js';
import type { ValidatorOptions, X12Validator } from './engine.js';
import { engineParts } from './engine-parts.js';
import { validatingVerbs } from './validating-verbs.js';

/**
 * Makes what validates by guides and does nothing else. The options are copied; guides are compiled when first needed,
 * and taken to be sound: those that ship are, and what `applyOverlay` makes of them; check others once with `checkGuide`.
 * @throws X12Error `X12_OPTION_INVALID` for guides that are none; from a verb `X12_GUIDE_INVALID` for one that cannot be
 *   compiled.
 */
export function createValidator(options: ValidatorOptions): X12Validator {
  const parts = engineParts(options, compileSound, 'createValidator');
  return { guides: parts.chooser.ids, ...validatingVerbs(parts) };
}
