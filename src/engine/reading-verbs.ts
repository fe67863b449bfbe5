import { JsonTexts } from '../guide/read/json-text.js';
import { checkOptions, invalidOption, isPromise, requireForm } from '../model/check-options.js';
import type { Guide } from '../model/guide.js';
import type { LoopDataOf, LoopIdOf, LoopsOf } from '../model/known-guide.js';
import { requireGuide } from '../model/require-guide.js';
import { type Source, throwIfAborted } from '../syntax/source.js';
import { TOKENIZER_RULES } from '../syntax/tokenizer.js';
import { idOf } from './choose-guide.js';
import type { Document } from './document.js';
import { DocumentBuilder } from './document-builder.js';
import type { X12Reader } from './engine.js';
import type { EngineEvent } from './engine-event.js';
import type { LineOptions, ReadOptions, StreamOptions, TextOptions } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { EventReader, type EventSink } from './event-reader.js';
import { HeldEvents } from './held-events.js';
import { InputReaders } from './input-readers.js';
import { type LoopFound, loopsOf } from './loops.js';
import { NO_OPTIONS } from './no-options.js';
import type { ReadSettings } from './read-settings.js';
import { ASKED_RULES, EDIT_RULES, READ_RULES, STREAM_RULES } from './reading-rules.js';
import { textAround } from './set-text.js';
import { type TracedSet, TraceReader } from './trace.js';

/** The verbs that make something of a source. */
export function readingVerbs({ chooser, limits, options: { numbers } }: EngineParts): Omit<X12Reader, 'guides'> {
  const eventsInto = <Sink extends EventSink>(sink: Sink, settings: ReadSettings): EventReader<Sink> =>
    new EventReader(chooser, sink, { ...settings, numbers });
  const documents = new InputReaders(limits, (settings) => eventsInto(new DocumentBuilder(), settings));
  const events = new InputReaders(limits, (settings) => eventsInto(new HeldEvents(), settings));
  const ofText = (settings: ReadSettings): ReadSettings => ({ ...settings, text: new JsonTexts(numbers ?? 'exact') });
  const documentTexts = new InputReaders(limits, (settings) => eventsInto(new DocumentBuilder(), ofText(settings)));
  const eventTexts = new InputReaders(limits, (settings) => eventsInto(new HeldEvents(), ofText(settings)));
  const traces = new InputReaders(limits, (settings) => new TraceReader(chooser, settings));

  async function parse(source: Source, options: ReadOptions = NO_OPTIONS): Promise<Document> {
    if (options !== NO_OPTIONS) checkOptions('parse', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES);
    return await documents.read(source, options, ({ sink }) => sink.document());
  }

  async function parseText(source: Source, options: TextOptions = NO_OPTIONS): Promise<string> {
    if (options !== NO_OPTIONS)
      checkOptions('parseText', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES, EDIT_RULES);
    const { edit } = options;
    const read = await documentTexts.read(source, options, ({ sink }) => {
      const document = sink.document();
      return textAround(edited('parseText', edit, document) ?? document);
    });
    return read ?? '';
  }

  async function* stream(
    source: Source,
    options: StreamOptions = NO_OPTIONS,
  ): AsyncGenerator<EngineEvent, void, undefined> {
    if (options !== NO_OPTIONS) checkOptions('stream', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES, STREAM_RULES);
    const { loop, holdBytes = 0, signal } = options;
    if (typeof loop === 'string') chooser.requireLoop(loop);
    const steps = events.steps(source, options, ({ sink }, bytes) => sink.take(bytes, holdBytes));
    for await (const ready of steps) yield* untilAborted(ready, signal);
  }

  async function* parseLines(
    source: Source,
    options: LineOptions = NO_OPTIONS,
  ): AsyncGenerator<string, void, undefined> {
    const rules = [TOKENIZER_RULES, READ_RULES, ASKED_RULES, STREAM_RULES, EDIT_RULES];
    if (options !== NO_OPTIONS) checkOptions('parseLines', options, ...rules);
    const { loop, holdBytes = 0, signal, edit } = options;
    if (typeof loop === 'string') chooser.requireLoop(loop);
    // Occurrences of loops are handed out as objects.
    const readers = loop === undefined ? eventTexts : events;
    for await (const ready of readers.steps(source, options, ({ sink }, bytes) => sink.take(bytes, holdBytes))) {
      for (const event of untilAborted(ready, signal)) {
        const line = textAround(edit === undefined ? event : edited('parseLines', edit, event));
        if (line !== undefined) yield line;
      }
    }
  }

  async function* loops<Asked extends Guide, const L extends LoopIdOf<Asked>>(
    source: Source,
    guide: Asked,
    loop: L,
    options: Omit<ReadOptions, 'guide'> = {},
  ): AsyncGenerator<LoopFound<LoopDataOf<Asked, L>, LoopsOf<Asked>>, void, undefined> {
    checkOptions('loops', options, TOKENIZER_RULES, READ_RULES);
    requireGuide('loops', guide);
    requireForm('loops', 'loop', loop, 'text');
    const id = idOf(guide);
    chooser.requireLoop(loop, [chooser.own(id)]);
    yield* loopsOf(stream(source, { ...options, guide: id, loop }), id);
  }

  async function* trace(source: Source, options: ReadOptions = NO_OPTIONS): AsyncGenerator<TracedSet, void, undefined> {
    if (options !== NO_OPTIONS) checkOptions('trace', options, TOKENIZER_RULES, READ_RULES, ASKED_RULES);
    const steps = traces.steps(source, options, (reader) => reader.take());
    for await (const sets of steps) yield* untilAborted(sets, options.signal);
  }

  return { parse, parseText, stream, parseLines, loops, trace };
}

// A piece of input may hold hundreds: whoever aborts at one of them shall not be given the others.
function* untilAborted<Given>(all: Iterable<Given>, signal: AbortSignal | undefined): Generator<Given> {
  for (const given of all) {
    throwIfAborted(signal);
    yield given;
  }
}

/** What `edit` gives; a promise would be written as an empty object. */
function edited<T>(verb: string, edit: ((read: T) => object | undefined) | undefined, read: T): unknown {
  const given = edit?.(read);
  if (!isPromise(given)) return given;
  Promise.resolve(given).catch(() => undefined);
  throw invalidOption('edit', `edit of ${verb} gives a promise. Give what is to be written.`);
}
