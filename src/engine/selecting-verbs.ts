import { parsePath } from '../path/parse-path.js';
import type { Source } from '../syntax/source.js';
import type { Engine } from './engine.js';
import type { ReadOptions } from './engine-options.js';
import { type Selected, selectFrom } from './select.js';

/** The verb that looks up element paths in what `trace` gives. */
export function selectingVerbs({ trace }: Pick<Engine, 'trace'>): Pick<Engine, 'select'> {
  async function* select(
    source: Source,
    path: string,
    options: ReadOptions = {},
  ): AsyncGenerator<Selected, void, undefined> {
    const parsed = parsePath(path);
    for await (const set of trace(source, options)) yield* selectFrom(set, parsed);
  }

  return { select };
}
