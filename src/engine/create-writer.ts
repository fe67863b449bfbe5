import { compileSound } from '../guide/compile-sound.js';
import type { WriterOptions, X12Writer } from './engine.js';
import { engineParts } from './engine-parts.js';
import { writingVerbs } from './writing-verbs.js';

/**
 * Makes what writes by guides and does nothing else. The options are copied; guides are compiled when first needed,
 * and taken to be sound: those that ship are, and what `applyOverlay` makes of them; check others once with `checkGuide`.
 * @throws X12Error `X12_OPTION_INVALID` for an encoding that is none, and for guides that are none; from a verb `X12_GUIDE_INVALID` for one that cannot be
 *   compiled.
 */
export function createWriter(options: WriterOptions): X12Writer {
  const parts = engineParts(options, 'createWriter', compileSound);
  return { guides: parts.chooser.ids, ...writingVerbs(parts) };
}
