import type { Bytes } from '../model/bytes.js';
import { checkOptions } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Steps } from '../model/steps.js';
import { heedAbort } from '../syntax/heed-abort.js';
import { Rests } from '../syntax/rest.js';
import type { ChosenGuide } from './choose-guide.js';
import { FoundErrors } from './data-error.js';
import type { DocumentInput, GroupInput } from './document.js';
import { requireItem, requireItems, visitItems, type WriteItem } from './document-items.js';
import type { X12Writer } from './engine.js';
import type { EngineEvent } from './engine-event.js';
import type { GenerateOptions, GenerateResult, GenerateStreamOptions } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { generation, itemWriter } from './generation.js';
import { NO_OPTIONS } from './no-options.js';
import { type NumberingOptions, numberDocument } from './number-document.js';
import { DOCUMENT_RULES, FINDINGS_RULES, ITEM_RULES, NUMBERING_RULES, WRITE_RULES } from './writing-rules.js';

/**
 * The verbs that write.
 * @throws X12Error `X12_OPTION_INVALID` for an encoding that is none.
 */
export function writingVerbs(parts: EngineParts): Omit<X12Writer, 'guides' | 'check' | 'schema'> {
  const { chooser, options: own } = parts;

  async function number(document: DocumentInput, options: NumberingOptions = {}): Promise<DocumentInput> {
    checkOptions('number', options, NUMBERING_RULES);
    const { controlNumbers } = own;
    if (controlNumbers === undefined) {
      throw new X12Error(
        'X12_OPTION_INVALID',
        'There are no counters to number by. Make the engine with the option controlNumbers.',
      );
    }
    const functionOf = (group: GroupInput): string | undefined => firstGuide(group)?.plan?.guide.x12.functionalId;
    return numberDocument(document, controlNumbers, functionOf, options);
  }

  function firstGuide({ header, transactions: [first] }: GroupInput): ChosenGuide | undefined {
    if (first?.guide !== undefined) return chooser.byId(first.guide);
    if (first?.header === undefined) return undefined;
    const { transactionSet, implementation } = first.header;
    return chooser.choose({ transactionSet, implementation, release: header?.release ?? '' });
  }

  function generate(document: DocumentInput, options: GenerateOptions = NO_OPTIONS): GenerateResult {
    if (options !== NO_OPTIONS) checkOptions('generate', options, WRITE_RULES, DOCUMENT_RULES, FINDINGS_RULES);
    const { writer, result } = generation(parts, document, options);
    visitItems(document, (item) => writer.write(item));
    return result();
  }

  function* generateInSteps(document: DocumentInput, options: GenerateOptions = {}): Steps<GenerateResult> {
    checkOptions('generateInSteps', options, WRITE_RULES, DOCUMENT_RULES, FINDINGS_RULES);
    const { writer, result } = generation(parts, document, options);
    const items: WriteItem[] = [];
    visitItems(document, (item) => items.push(item));
    for (const item of items) {
      yield;
      writer.write(item);
    }
    return result();
  }

  async function* generateStream(
    items: AsyncIterable<WriteItem | EngineEvent> | Iterable<WriteItem | EngineEvent>,
    options: GenerateStreamOptions = {},
  ): AsyncGenerator<Bytes, void, undefined> {
    checkOptions('generateStream', options, WRITE_RULES, ITEM_RULES, FINDINGS_RULES);
    requireItems(items);
    const { delimiters, findings, onFinding, signal } = options;
    const errors = new FoundErrors(findings === 'report' ? 0 : parts.limits.findings);
    const writer = itemWriter(parts, options, {
      delimiters: () => delimiters,
      onFinding: (found, guide) => {
        errors.add(found, guide);
        onFinding?.(found, guide);
      },
      onRepair: options.onRepair ?? (() => undefined),
    });
    const rests = new Rests();
    let ended = false;
    const error = (): X12Error =>
      new X12Error('X12_ABORTED', 'Writing was aborted by its signal.', { cause: signal?.reason });
    const isWaitedFor = signal !== undefined && Symbol.asyncIterator in items;
    for await (const item of isWaitedFor ? heedAbort(items, signal, { error }) : items) {
      if (signal?.aborted === true) throw error();
      requireItem(item);
      if (item.kind === 'loop') throw loopError();
      writer.write(item);
      ended = item.kind === 'end';
      if (findings !== 'report') errors.throwAny();
      const bytes = writer.take();
      if (bytes.length > 0) yield bytes;
      const resting = rests.after(bytes.length);
      if (resting !== undefined) await resting;
    }
    if (!ended) writer.write({ kind: 'end' });
    if (findings !== 'report') errors.throwAny();
    const rest = writer.take();
    if (rest.length > 0) yield rest;
  }

  return { number, generate, generateInSteps, generateStream };
}

function loopError(): X12Error {
  return new X12Error(
    'X12_OPTION_INVALID',
    'Events of a streamed loop cannot be written. Stream without the option loop.',
  );
}
