import { compileSound } from '../guide/compile-sound.js';
import type { ReaderOptions, X12Reader } from './engine.js';
import { engineParts } from './engine-parts.js';
import { readingVerbs } from './reading-verbs.js';

/**
 * Makes what reads by guides and does nothing else. The options are copied; guides are compiled when first needed,
 * and taken to be sound: those that ship are, and what `applyOverlay` makes of them; check others once with `checkGuide`.
 * @throws X12Error `X12_OPTION_INVALID` for guides that are none; from a verb `X12_GUIDE_INVALID` for one that cannot be
 *   compiled.
 */
export function createReader(options: ReaderOptions): X12Reader {
  const parts = engineParts(options, 'createReader', compileSound);
  return { guides: parts.chooser.ids, ...readingVerbs(parts) };
}
