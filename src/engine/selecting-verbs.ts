import { checkOptions, requireForm } from '../model/check-options.js';
import { parsePath } from '../path/parse-path.js';
import type { Source } from '../syntax/source.js';
import { TOKENIZER_RULES } from '../syntax/tokenizer.js';
import type { Engine } from './engine.js';
import type { ReadOptions } from './engine-options.js';
import { ASKED_RULES, READ_RULES } from './reading-rules.js';
import { type Selected, selectFrom } from './select.js';

/** The verb that looks up element paths in what `trace` gives. */
export function selectingVerbs({ trace }: Pick<Engine, 'trace'>): Pick<Engine, 'select'> {
  async function* select(
    source: Source,
    path: string,
    options: ReadOptions = {},
  ): AsyncGenerator<Selected, void, undefined> {
    checkOptions('select', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES);
    requireForm('select', 'path', path, 'text');
    const parsed = parsePath(path);
    for await (const set of trace(source, options)) yield* selectFrom(set, parsed);
  }

  return { select };
}
