import { compileSound } from '../guide/compile/compile-sound.js';
import type { Guide } from '../model/guide.js';
import { checkingVerbs } from './checking-verbs.js';
import type { WriterOptions, X12Writer } from './engine.js';
import type { UnionOf } from './engine-options.js';
import { engineParts } from './engine-parts.js';
import { WRITER_RULES } from './engine-rules.js';
import { writingVerbs } from './writing-verbs.js';

/**
 * Makes what writes by guides and does nothing else: smaller than an engine, which can read what it writes and so is half again as fast. The
 * options are copied; guides are compiled when first needed, and taken to be sound: those that ship are, and what `applyOverlay` makes of them;
 * check others once with `checkGuide`.
 * @throws X12Error `X12_OPTION_INVALID` for an encoding that is none, and for guides that are none; from a verb `X12_GUIDE_INVALID` for one that cannot be
 *   compiled.
 */
export function createWriter<const Guides extends readonly Guide[]>(
  options: WriterOptions<Guides>,
): X12Writer<UnionOf<Guides>> {
  const parts = engineParts(options, compileSound, 'createWriter', WRITER_RULES);
  const writer: X12Writer = { guides: parts.chooser.ids, ...writingVerbs(parts), ...checkingVerbs(parts) };
  // What the guides' types say of their JSON is known to the compiler alone.
  return writer as X12Writer<UnionOf<Guides>>;
}
