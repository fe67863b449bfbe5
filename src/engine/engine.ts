import type { Transport } from '../delivery/transport.js';
import type { Bytes } from '../model/bytes.js';
import type { Guide } from '../model/guide.js';
import type { DataOf, IdOf, LoopDataOf, LoopIdOf, LoopsOf } from '../model/known-guide.js';
import type { Source } from '../syntax/source.js';
import type { AcknowledgedInterchange } from './acknowledge.js';
import type { Checked, CheckOptions } from './check-data.js';
import type { Document, DocumentInput } from './document.js';
import type { WriteItem } from './document-items.js';
import type { EngineEvent, LoopedEvent } from './engine-event.js';
import type {
  AcknowledgeOptions,
  EngineOptions,
  GenerateOptions,
  GenerateResult,
  GenerateStreamOptions,
  LineOptions,
  ReadOptions,
  StreamOptions,
  TextOptions,
  ValidateOptions,
  ValidationResult,
} from './engine-options.js';
import type { Received, SendOptions, Sent } from './exchange.js';
import type { GuideSchema } from './guide-schema.js';
import type { LoopFound } from './loops.js';
import type { NumberingOptions } from './number-document.js';
import type { Selected } from './select.js';
import type { TracedSet } from './trace.js';

/**
 * X12 in, guide JSON out, and back; `G` is the union of its guides' types, from which those of the JSON follow. No I/O, no state: any number of calls may run side by side.
 */
export interface Engine<G extends Guide = Guide> {
  /** Ids of the guides. */
  readonly guides: readonly IdOf<G>[];
  /**
   * Reads a source into one document; its memory is that of the data.
   * @throws X12Error for what is not X12, exceeds a limit or is aborted; never for wrong data.
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * const { interchanges, findings } = await engine.parse(await readFile('orders.edi'));
   * for (const { groups } of interchanges)
   *   for (const set of groups.flatMap(({ transactions }) => transactions))
   *     if (set.guide === '850-004010') console.log(set.data.heading, set.findings.length + findings.length);
   * ```
   */
  parse(source: Source, options?: ReadOptions): Promise<Document<G>>;
  /**
   * The JSON of what `parse` gives, the same text as `JSON.stringify` makes of it, in a fraction of the time: data become text at once, without
   * objects. Throws as `parse` does.
   * @throws X12Error `X12_LIMIT_EXCEEDED` for a document whose JSON is longer than a string can be (536,870,888 characters): see `parseLines`.
   * @example
   * ```ts
   * import { readFile, writeFile } from 'node:fs/promises';
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * await writeFile('orders.json', await engine.parseText(await readFile('orders.edi')));
   * ```
   */
  parseText(source: Source, options?: TextOptions): Promise<string>;
  /**
   * Reads a source with flat memory: one transaction set, or one occurrence of `loop`, at a time. Throws as `parse` does.
   * @example
   * ```ts
   * import { createReadStream } from 'node:fs';
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * for await (const event of engine.stream(createReadStream('orders.edi')))
   *   if (event.kind === 'transaction') console.log(event.header.controlNumber, event.findings.length);
   * ```
   */
  stream(
    source: Source,
    options?: StreamOptions & { readonly loop?: undefined },
  ): AsyncGenerator<EngineEvent<G>, void, undefined>;
  stream<const L extends LoopIdOf<G>>(
    source: Source,
    options?: StreamOptions<L>,
  ): AsyncGenerator<LoopedEvent<G, L>, void, undefined>;
  /**
   * The JSON of what `stream` yields, a line an event, without line breaks: joined by them it is NDJSON. Data become text as those of `parseText`
   * do, but for those of loops. Throws as `stream` does.
   * @throws X12Error `X12_LIMIT_EXCEEDED` for a set whose JSON is longer than a string can be.
   * @example
   * ```ts
   * import { createReadStream } from 'node:fs';
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * for await (const line of engine.parseLines(createReadStream('orders.edi'))) process.stdout.write(`${line}\n`);
   * ```
   */
  parseLines<const L extends LoopIdOf<G>>(
    source: Source,
    options?: LineOptions<L>,
  ): AsyncGenerator<string, void, undefined>;
  /**
   * The occurrences of one loop of one guide, with flat memory, each with the loops around it; sets of other guides are passed over.
   * Throws as `parse` does.
   * @param guide one of the engine's.
   * @throws X12Error `X12_GUIDE_UNKNOWN` for a guide that the engine was not given, `X12_OPTION_INVALID` for a loop that it has not.
   * @example
   * ```ts
   * import { createReadStream } from 'node:fs';
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/837P-005010X222A1';
   *
   * const engine = createEngine({ guides: [guide] });
   * for await (const { data, parents } of engine.loops(createReadStream('claims.edi'), guide, '2300'))
   *   console.log(data.claim_information_CLM.patient_control_number_01, parents['2000B'] !== undefined);
   * ```
   */
  loops<Asked extends Guide, const L extends LoopIdOf<Asked>>(
    source: Source,
    guide: Asked,
    loop: L,
    options?: Omit<ReadOptions, 'guide'>,
  ): AsyncGenerator<LoopFound<LoopDataOf<Asked, L>, LoopsOf<Asked>>, void, undefined>;
  /**
   * Checks a source with flat memory, building nothing. Throws as `parse` does.
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   * import { createEngine, describeFinding } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const { valid } = await createEngine({ guides: [guide] }).validate(await readFile('orders.edi'), {
   *   onFinding: (found, by) => console.log(describeFinding(found, { guide: by }).text),
   * });
   * ```
   */
  validate(source: Source, options?: ValidateOptions): Promise<ValidationResult>;
  /**
   * Judges guide JSON as `generate` would, without an envelope, and that it has the types of its guide: `generate` takes one thing for a list of
   * one, and the other way, which is an error here. All that is wrong, each with its path from the data and a text for
   * whoever wrote it. Fast enough for every keystroke of a form.
   * @param guide of the engine or not; it is compiled at its first use.
   * @throws X12Error `X12_GUIDE_INVALID`, `X12_OPTION_INVALID`; never for wrong data.
   * @example
   * ```ts
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * const checked = engine.check(guide, JSON.parse('{ "heading": {} }'));
   * if (checked.valid) console.log(checked.data.heading);
   * else for (const { path, message } of checked.issues) console.log(path.join('.'), message);
   * ```
   */
  check<Asked extends Guide>(guide: Asked, data: unknown, options?: CheckOptions): Checked<DataOf<Asked>>;
  /**
   * `check` as a Standard Schema, for whatever takes one. Throws as `check` does, at once.
   * @example
   * ```ts
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * const order = engine.schema(guide);
   * const result = await order['~standard'].validate(JSON.parse('{ "heading": {} }'));
   * console.log(result.issues?.map(({ message }) => message));
   * ```
   */
  schema<Asked extends Guide>(guide: Asked, options?: CheckOptions): GuideSchema<DataOf<Asked>>;
  /**
   * Reads a source, building nothing, and decides by the policy what each interchange, group and set is answered: TA1,
   * 999, 997. Nothing is sent; write `{ interchanges: [reply] }` with `generate`. Throws as `parse` does.
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   * import { createEngine } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * for (const { verdict, reply } of await engine.acknowledge(await readFile('orders.edi'))) {
   *   console.log(verdict.acknowledgmentCode);
   *   if (reply !== undefined) console.log(engine.generate({ interchanges: [reply] }).bytes.length);
   * }
   * ```
   */
  acknowledge(source: Source, options?: AcknowledgeOptions): Promise<readonly AcknowledgedInterchange[]>;
  /** Reads a source as trees of loops and segments, one transaction set at a time, without findings. Throws as `parse` does. */
  trace(source: Source, options?: ReadOptions): AsyncGenerator<TracedSet, void, undefined>;
  /**
   * Yields what an element path such as `2110C/EB[01=1]/03-2` names, set by set. Throws as `parse` does.
   * @throws X12Error `X12_PATH_INVALID` with the column of the fault.
   */
  select(source: Source, path: string, options?: ReadOptions): AsyncGenerator<Selected, void, undefined>;
  /**
   * Takes ISA13 and GS06 from the engine's counters where the document has none, and gives the document with them: write
   * that one, as often as need be. Numbers are spent, whatever becomes of it.
   * @throws X12Error `X12_OPTION_INVALID` without `controlNumbers`, and what the counters throw.
   */
  number(document: DocumentInput<G>, options?: NumberingOptions): Promise<DocumentInput<G>>;
  /**
   * Writes a document. Counts and trailers are computed; what the document leaves open is filled in.
   * @throws X12Error `X12_DATA_INVALID` with `details.findings` when a finding is an error; `X12_DOCUMENT_INVALID`,
   * `X12_GUIDE_UNKNOWN`, `X12_OPTION_INVALID`, `X12_DELIMITERS_INVALID`, `X12_DELIMITER_IN_DATA`. A header value that the
   * ISA cannot hold, because it is longer than its fixed width or holds a delimiter, is thrown with `findings: 'report'`
   * as well (`details.interchange`, `details.element`): cut, it would name another partner, and whole, no reader would
   * find the elements behind it.
   * @example
   * ```ts
   * import { createEngine, exampleOf } from 'ediloom';
   * import { guide } from 'ediloom/guides/850-004010';
   *
   * const engine = createEngine({ guides: [guide] });
   * const header = { senderQualifier: 'ZZ', senderId: 'SHOP', receiverQualifier: 'ZZ', receiverId: 'MILL' };
   * const transactions = [{ guide: '850-004010', data: exampleOf(guide) } as const];
   * const { bytes } = engine.generate({ interchanges: [{ header, groups: [{ transactions }] }] });
   * console.log(new TextDecoder().decode(bytes));
   * ```
   */
  generate(document: DocumentInput<G>, options?: GenerateOptions): GenerateResult;
  /** The same for who must answer others meanwhile, and runs it step by step: a set each. Throws as `generate` does, from a step. */
  generateInSteps(
    document: DocumentInput<G>,
    options?: GenerateOptions,
  ): Generator<undefined, GenerateResult, undefined>;
  /**
   * Writes items as they come, such as the events of `stream`; yields the bytes of each. Throws as `generate` does, behind the bytes of the
   * items before: a listener changes nothing of that, `findings: 'report'` does.
   */
  generateStream(
    items: AsyncIterable<WriteItem<G> | EngineEvent<G>> | Iterable<WriteItem<G> | EngineEvent<G>>,
    options?: GenerateStreamOptions,
  ): AsyncGenerator<Bytes, void, undefined>;
  /**
   * Writes a document and delivers its bytes, the same in every attempt. Number it before: `number` gives a document that can be
   * stored and sent again after a crash.
   * @throws X12Error as `generate` and `Transport.deliver` do.
   */
  send(document: DocumentInput<G>, options: SendOptions): Promise<Sent>;
  /** What a transport has for us, one payload at a time, to be read, stored and then accepted. Throws as the transport does. */
  receive(transport: Transport, signal?: AbortSignal): AsyncGenerator<Received<G>, void, undefined>;
}

/** The verbs that read, alone: `ediloom/read`. What `select` looks up there, `selectFrom` does in the sets of `trace`. */
export type X12Reader<G extends Guide = Guide> = Pick<
  Engine<G>,
  'guides' | 'parse' | 'parseText' | 'stream' | 'parseLines' | 'loops' | 'trace'
>;
/** The verb that checks, alone: `ediloom/validate`. */
export type X12Validator = Pick<Engine, 'guides' | 'validate'>;
/** The verbs that write, alone: `ediloom/write`; `check` and `schema` judge as they do. */
export type X12Writer<G extends Guide = Guide> = Pick<
  Engine<G>,
  'guides' | 'check' | 'schema' | 'number' | 'generate' | 'generateInSteps' | 'generateStream'
>;

type GuideOptions = 'guides' | 'dictionaries' | 'matcher' | 'limits';
type AnyGuides = readonly Guide[];
/** Those of an engine that matter when reading. */
export type ReaderOptions<Guides extends AnyGuides = AnyGuides> = Pick<EngineOptions<Guides>, GuideOptions | 'numbers'>;
/** Those of an engine that matter when checking. */
export type ValidatorOptions = Pick<EngineOptions, GuideOptions>;
/** Those of an engine that matter when writing. */
export type WriterOptions<Guides extends AnyGuides = AnyGuides> = Pick<
  EngineOptions<Guides>,
  GuideOptions | 'clock' | 'timeZone' | 'controlNumbers' | 'encodings'
>;
