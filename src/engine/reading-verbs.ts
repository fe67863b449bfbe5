import type { Guide } from '../model/guide.js';
import type { LoopDataOf, LoopIdOf, LoopsOf } from '../model/known-guide.js';
import type { Source } from '../syntax/source.js';
import { requireGuide, requireOptions } from './check-options.js';
import { idOf } from './choose-guide.js';
import type { Document } from './document.js';
import type { X12Reader } from './engine.js';
import type { EngineEvent } from './engine-event.js';
import type { ReadOptions, StreamOptions } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { HeldEvents } from './held-events.js';
import { leadInSteps } from './lead-source.js';
import { type LoopFound, loopsOf } from './loops.js';
import { SourceReader } from './source-reader.js';
import { type TracedSet, TraceReader } from './trace.js';

/** The verbs that make something of a source. */
export function readingVerbs({ chooser, limits, options: { numbers } }: EngineParts): Omit<X12Reader, 'guides'> {
  const sources = new SourceReader(chooser, { limits, numbers });

  async function parse(source: Source, options: ReadOptions = {}): Promise<Document> {
    requireOptions('parse', options);
    return sources.document(source, options);
  }

  async function* stream(source: Source, options: StreamOptions = {}): AsyncGenerator<EngineEvent, void, undefined> {
    requireOptions('stream', options);
    if (typeof options.loop === 'string') chooser.requireLoop(options.loop);
    const events: EngineEvent[] = [];
    const reader = sources.events(options, (event) => events.push(event));
    const held = new HeldEvents(options.holdBytes ?? 0);
    for await (const bytes of leadInSteps(reader, source, options, limits)) yield* held.take(events.splice(0), bytes);
  }

  async function* loops<Asked extends Guide, const L extends LoopIdOf<Asked>>(
    source: Source,
    guide: Asked,
    loop: L,
    options: Omit<ReadOptions, 'guide'> = {},
  ): AsyncGenerator<LoopFound<LoopDataOf<Asked, L>, LoopsOf<Asked>>, void, undefined> {
    requireOptions('loops', options);
    requireGuide('The guide of loops', guide);
    const id = idOf(guide);
    chooser.requireLoop(loop, [chooser.own(id)]);
    yield* loopsOf(stream(source, { ...options, guide: id, loop }), id);
  }

  async function* trace(source: Source, options: ReadOptions = {}): AsyncGenerator<TracedSet, void, undefined> {
    requireOptions('trace', options);
    const sets: TracedSet[] = [];
    const reader = new TraceReader(chooser, options.guide, (set) => sets.push(set));
    for await (const _ of leadInSteps(reader, source, options, limits)) yield* sets.splice(0);
  }

  return { parse, stream, loops, trace };
}
