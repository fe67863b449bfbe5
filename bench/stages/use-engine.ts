import { createEngine } from '../../src/engine/create-engine.js';
import type { Engine } from '../../src/engine/engine.js';
import type { Source } from '../../src/syntax/source.js';
import { guidesFor } from '../guides-for.js';

/** An engine with the guides that the source needs. */
export async function engineFor(source: Source): Promise<Engine> {
  const { guides, dictionaries } = await guidesFor(source);
  return createEngine({ guides, dictionaries });
}

/** Findings of a validation that builds nothing. */
export async function validate(engine: Engine, source: Source): Promise<number> {
  const { findingsTotal } = await engine.validate(source);
  return findingsTotal;
}

/** Decodes set by set, as a server would: each document is dropped when the next one comes. Counts the segments. */
export async function decode(engine: Engine, source: Source): Promise<number> {
  let segments = 0;
  for await (const event of engine.stream(source)) {
    if (event.kind === 'transaction') segments += event.segments;
  }
  return segments;
}

/** The whole document as JSON. Counts its characters. */
export async function jsonText(engine: Engine, source: Source): Promise<number> {
  return (await engine.parseText(source)).length;
}
