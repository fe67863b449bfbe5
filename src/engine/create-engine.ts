import { compileGuide } from '../guide/compile.js';
import { acknowledgingVerbs } from './acknowledging-verbs.js';
import type { Engine } from './engine.js';
import type { EngineOptions } from './engine-options.js';
import { engineParts } from './engine-parts.js';
import { readingVerbs } from './reading-verbs.js';
import { receiveFrom } from './receive.js';
import { selectingVerbs } from './selecting-verbs.js';
import { sendBy } from './send.js';
import { validatingVerbs } from './validating-verbs.js';
import { writingVerbs } from './writing-verbs.js';

/**
 * Makes an engine of guides. The options are copied; guides are compiled when first needed.
 * @throws X12Error `X12_OPTION_INVALID` for an encoding that is none, and for guides that are none.
 */
export function createEngine(options: EngineOptions): Engine {
  const parts = engineParts(options, 'createEngine', compileGuide);
  const reading = readingVerbs(parts);
  const verbs = {
    guides: parts.chooser.ids,
    ...reading,
    ...selectingVerbs(reading),
    ...validatingVerbs(parts),
    ...acknowledgingVerbs(parts),
    ...writingVerbs(parts),
  };
  return {
    ...verbs,
    send: (document, how) => sendBy(verbs, document, how),
    receive: (transport, signal) => receiveFrom(verbs, transport, signal),
  };
}
