import { compileGuide } from '../guide/compile/compile.js';
import type { Guide } from '../model/guide.js';
import { acknowledgingVerbs } from './acknowledging-verbs.js';
import { checkingVerbs } from './checking-verbs.js';
import type { Engine } from './engine.js';
import type { EngineOptions, UnionOf } from './engine-options.js';
import { engineParts } from './engine-parts.js';
import { NUMBER_RULES, WRITER_RULES } from './engine-rules.js';
import { readingVerbs } from './reading-verbs.js';
import { receiveFrom } from './receive.js';
import { selectingVerbs } from './selecting-verbs.js';
import { sendBy } from './send.js';
import { shortWays } from './short-ways.js';
import { validatingVerbs } from './validating-verbs.js';
import { writingVerbs } from './writing-verbs.js';

/**
 * Makes an engine of guides. Guides that ship bring the types of their JSON, so that the engine's verbs know them. The options are copied; guides are compiled when first needed.
 * @throws X12Error `X12_OPTION_INVALID` for an encoding that is none, and for guides that are none.
 * @example
 * ```ts
 * import { createEngine } from 'ediloom';
 * import { guide } from 'ediloom/guides/850-004010';
 *
 * const engine = createEngine({ guides: [guide] });
 * ```
 */
export function createEngine<const Guides extends readonly Guide[]>(
  options: EngineOptions<Guides>,
): Engine<UnionOf<Guides>> {
  const parts = engineParts(options, compileGuide, 'createEngine', NUMBER_RULES, WRITER_RULES);
  const reading = readingVerbs(parts);
  const verbs = {
    guides: parts.chooser.ids,
    ...reading,
    ...selectingVerbs(reading),
    ...validatingVerbs(parts),
    ...acknowledgingVerbs(parts),
    ...writingVerbs({ ...parts, shortWayOf: shortWays(parts.limits.depth) }),
    ...checkingVerbs(parts),
  };
  const engine: Engine = {
    ...verbs,
    send: (document, how) => sendBy(verbs, document, how),
    receive: (transport, signal) => receiveFrom(verbs, transport, signal),
  };
  // What the guides' types say of their JSON is known to the compiler alone.
  return engine as Engine<UnionOf<Guides>>;
}
