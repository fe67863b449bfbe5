import { compileSound } from '../guide/compile/compile-sound.js';
import type { Guide } from '../model/guide.js';
import type { ReaderOptions, X12Reader } from './engine.js';
import type { UnionOf } from './engine-options.js';
import { engineParts } from './engine-parts.js';
import { NUMBER_RULES } from './engine-rules.js';
import { readingVerbs } from './reading-verbs.js';

/**
 * Makes what reads by guides and does nothing else. The options are copied; guides are compiled when first needed,
 * and taken to be sound: those that ship are, and what `applyOverlay` makes of them; check others once with `checkGuide`.
 * @throws X12Error `X12_OPTION_INVALID` for guides that are none; from a verb `X12_GUIDE_INVALID` for one that cannot be
 *   compiled.
 */
export function createReader<const Guides extends readonly Guide[]>(
  options: ReaderOptions<Guides>,
): X12Reader<UnionOf<Guides>> {
  const parts = engineParts(options, compileSound, 'createReader', NUMBER_RULES);
  const reader: X12Reader = { guides: parts.chooser.ids, ...readingVerbs(parts) };
  // What the guides' types say of their JSON is known to the compiler alone.
  return reader as X12Reader<UnionOf<Guides>>;
}
