import type { ReceivedInterchange } from '../acknowledgment/received.js';
import type { Transport } from '../delivery/transport.js';
import { localMoment } from '../envelope/local-moment.js';
import type { Delimiters } from '../model/delimiters.js';
import { X12Error } from '../model/error.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import type { Steps } from '../model/steps.js';
import { parsePath } from '../path/parse-path.js';
import { chooseDelimiters } from '../syntax/delimiters.js';
import { requireEncoding } from '../syntax/encoding.js';
import type { Source } from '../syntax/source.js';
import { type AcknowledgedInterchange, acknowledgeInterchange } from './acknowledge.js';
import { requireEngineOptions, requireOptions } from './check-options.js';
import { type ChosenGuide, GuideChooser } from './choose-guide.js';
import { FoundErrors } from './data-error.js';
import { defaultClock } from './default-clock.js';
import type { Document, DocumentInput, GroupInput, InterchangeInput } from './document.js';
import { visitItems, type WriteItem } from './document-items.js';
import { delimitersOf, textsOf } from './document-texts.js';
import { encodingOf } from './encoding-of.js';
import type { Engine } from './engine.js';
import type { EngineEvent } from './engine-event.js';
import type {
  AcknowledgeOptions,
  EngineOptions,
  GenerateOptions,
  GenerateResult,
  GenerateStreamOptions,
  ReadOptions,
  StreamOptions,
  ValidationResult,
} from './engine-options.js';
import type { Received, SendOptions, Sent } from './exchange.js';
import { HeldEvents } from './held-events.js';
import { type NumberingOptions, numberDocument } from './number-document.js';
import { receiveFrom } from './receive.js';
import { ReceivedReader } from './received-reader.js';
import { type Selected, selectFrom } from './select.js';
import { sendBy } from './send.js';
import { SetCounter } from './set-counter.js';
import { SourceReader } from './source-reader.js';
import { type TracedSet, TraceReader } from './trace.js';
import { ItemWriter, type ItemWriterOptions } from './write-items.js';
import { WrittenCharacters, type WrittenRepair } from './written-characters.js';

/**
 * Makes an engine of guides. The options are copied; guides are compiled when first needed.
 * @throws X12Error `X12_OPTION_INVALID` for an encoding that is none, and for guides that are none.
 */
export function createEngine(options: EngineOptions): Engine {
  requireEngineOptions(options);
  return new GuidedEngine(options);
}

class GuidedEngine implements Engine {
  readonly #chooser: GuideChooser;
  readonly #options: EngineOptions;
  readonly #limits: Limits;
  readonly #sources: SourceReader;

  constructor(options: EngineOptions) {
    for (const encoding of options.encodings ?? []) requireEncoding(encoding);
    this.#options = { ...options };
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#chooser = new GuideChooser(options.guides, options.dictionaries ?? [], options.matcher);
    this.#sources = new SourceReader(this.#chooser, { limits: this.#limits, numbers: options.numbers });
  }

  get guides(): readonly string[] {
    return this.#chooser.ids;
  }

  async parse(source: Source, options: ReadOptions = {}): Promise<Document> {
    requireOptions('parse', options);
    return this.#sources.document(source, options);
  }

  async *stream(source: Source, options: StreamOptions = {}): AsyncGenerator<EngineEvent, void, undefined> {
    requireOptions('stream', options);
    if (typeof options.loop === 'string') this.#chooser.requireLoop(options.loop);
    const events: EngineEvent[] = [];
    const reader = this.#sources.events(options, (event) => events.push(event));
    const held = new HeldEvents(options.holdBytes ?? 0);
    for await (const bytes of this.#sources.inSteps(reader, source, options)) yield* held.take(events.splice(0), bytes);
  }

  async validate(source: Source, options: ReadOptions = {}): Promise<ValidationResult> {
    requireOptions('validate', options);
    const { badValues = false, guide, characterSet } = options;
    const { depth, findings } = this.#limits;
    const counter = new SetCounter(this.#chooser, { depth, findings, badValues, guide, characterSet });
    await this.#sources.into(counter, source, options);
    return counter.result();
  }

  async acknowledge(source: Source, options: AcknowledgeOptions = {}): Promise<readonly AcknowledgedInterchange[]> {
    requireOptions('acknowledge', options);
    const { badValues = false, guide, characterSet } = options;
    const { depth, findings } = this.#limits;
    const acknowledged: AcknowledgedInterchange[] = [];
    const { onFinding, policyOf, onInterchange: take = (one) => acknowledged.push(one) } = options;
    const onInterchange = (received: ReceivedInterchange): void => {
      take(acknowledgeInterchange(received, policyOf?.(received) ?? options));
    };
    const kept = { depth, findings, badValues, guide, characterSet };
    const reader = new ReceivedReader(this.#chooser, { ...kept, onInterchange, onFinding });
    await this.#sources.into(reader, source, options);
    return acknowledged;
  }

  async *trace(source: Source, options: ReadOptions = {}): AsyncGenerator<TracedSet, void, undefined> {
    requireOptions('trace', options);
    const sets: TracedSet[] = [];
    const reader = new TraceReader(this.#chooser, options.guide, (set) => sets.push(set));
    for await (const _ of this.#sources.inSteps(reader, source, options)) yield* sets.splice(0);
  }

  async *select(source: Source, path: string, options: ReadOptions = {}): AsyncGenerator<Selected, void, undefined> {
    const parsed = parsePath(path);
    for await (const set of this.trace(source, options)) yield* selectFrom(set, parsed);
  }

  async number(document: DocumentInput, options: NumberingOptions = {}): Promise<DocumentInput> {
    const { controlNumbers } = this.#options;
    if (controlNumbers === undefined) {
      throw new X12Error('X12_OPTION_INVALID', 'The engine has no counters. Pass controlNumbers to createEngine.');
    }
    const functionOf = (group: GroupInput): string | undefined => this.#firstGuide(group)?.plan?.guide.x12.functionalId;
    return numberDocument(document, controlNumbers, functionOf, options);
  }

  #firstGuide({ header, transactions: [first] }: GroupInput): ChosenGuide | undefined {
    if (first?.guide !== undefined) return this.#chooser.byId(first.guide);
    if (first?.header === undefined) return undefined;
    const { transactionSet, implementation } = first.header;
    return this.#chooser.choose({ transactionSet, implementation, release: header?.release ?? '' });
  }

  generate(document: DocumentInput, options: GenerateOptions = {}): GenerateResult {
    requireOptions('generate', options);
    const { writer, result } = this.#generation(document, options);
    visitItems(document, (item) => writer.write(item));
    return result();
  }

  *generateInSteps(document: DocumentInput, options: GenerateOptions = {}): Steps<GenerateResult> {
    requireOptions('generateInSteps', options);
    const { writer, result } = this.#generation(document, options);
    const items: WriteItem[] = [];
    visitItems(document, (item) => items.push(item));
    for (const item of items) {
      yield;
      writer.write(item);
    }
    return result();
  }

  #generation(document: DocumentInput, options: GenerateOptions) {
    const errors = new FoundErrors();
    const { findings } = errors;
    const repairs: WrittenRepair[] = [];
    let repairsTotal = 0;
    const onRepair = (repair: WrittenRepair): void => {
      repairsTotal++;
      if (repairs.length < this.#limits.findings) repairs.push(repair);
    };
    const { delimiters } = options;
    const writer = this.#itemWriter(options, {
      delimiters: delimiters === 'choose' ? ({ header }) => this.#chooseFor(document, header) : () => delimiters,
      onFinding: (found, guide) => errors.add(found, guide),
      onRepair,
    });
    const result = (): GenerateResult => {
      if (options.findings !== 'report') errors.throwAny();
      const { numberPlaces, transactions } = writer;
      return { bytes: writer.take(), numberPlaces, transactions, findings, repairs, repairsTotal };
    };
    return { writer, result };
  }

  async *generateStream(
    items: AsyncIterable<WriteItem | EngineEvent> | Iterable<WriteItem | EngineEvent>,
    options: GenerateStreamOptions = {},
  ): AsyncGenerator<Uint8Array, void, undefined> {
    requireOptions('generateStream', options);
    const { delimiters, onFinding, signal } = options;
    const errors = new FoundErrors();
    const writer = this.#itemWriter(options, {
      delimiters: () => delimiters,
      onFinding: (found, guide) => (onFinding === undefined ? errors.add(found, guide) : onFinding(found)),
      onRepair: options.onRepair ?? (() => undefined),
    });
    let ended = false;
    for await (const item of items) {
      if (signal?.aborted === true)
        throw new X12Error('X12_ABORTED', 'Writing was aborted by its signal.', { cause: signal.reason });
      if (item.kind === 'loop') throw loopError();
      writer.write(item);
      ended = item.kind === 'end';
      errors.throwAny();
      const bytes = writer.take();
      if (bytes.length > 0) yield bytes;
    }
    if (!ended) writer.write({ kind: 'end' });
    const rest = writer.take();
    if (rest.length > 0) yield rest;
  }

  send(document: DocumentInput, options: SendOptions): Promise<Sent> {
    return sendBy(this, document, options);
  }

  receive(transport: Transport, signal?: AbortSignal): AsyncGenerator<Received, void, undefined> {
    return receiveFrom(this, transport, signal);
  }

  #chooseFor({ interchanges }: DocumentInput, start: InterchangeInput['header']): Delimiters {
    const interchange = interchanges.find(({ header }) => header === start);
    const preferred = delimitersOf(interchange ?? {});
    if (interchange === undefined) return preferred;
    const encoding = encodingOf(interchange.encoding, this.#options.encodings ?? []);
    return chooseDelimiters(textsOf(interchange), preferred, encoding);
  }

  #itemWriter(options: Omit<GenerateOptions, 'delimiters' | 'findings'>, told: Told): ItemWriter {
    const { clock = defaultClock, encodings = [] } = this.#options;
    const { timeZone = this.#options.timeZone } = options;
    return new ItemWriter(this.#chooser, {
      delimiters: told.delimiters,
      newline: options.newline,
      encodings,
      limits: this.#limits,
      now: () => localMoment(clock(), timeZone),
      seconds: options.groupTime === 'HHMMSS',
      characters: WrittenCharacters.of(options, told.onRepair),
      onFinding: told.onFinding,
    });
  }
}

interface Told extends Pick<ItemWriterOptions, 'delimiters' | 'onFinding'> {
  readonly onRepair: (repair: WrittenRepair) => void;
}

function loopError(): X12Error {
  return new X12Error(
    'X12_OPTION_INVALID',
    'Events of a streamed loop cannot be written. Stream without the option loop.',
  );
}
