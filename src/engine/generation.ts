import { type LocalMoment, localMoment } from '../envelope/local-moment.js';
import { invalidOption } from '../model/check-options.js';
import type { Delimiters } from '../model/delimiters.js';
import { chooseDelimiters } from '../syntax/delimiters.js';
import { FoundErrors } from './data-error.js';
import { defaultClock } from './default-clock.js';
import type { DocumentInput, InterchangeInput } from './document.js';
import { delimitersOf, textsOf } from './document-texts.js';
import { encodingOf } from './encoding-of.js';
import type { EngineOptions, GenerateOptions, GenerateResult } from './engine-options.js';
import type { EngineParts } from './engine-parts.js';
import { ItemWriter, type ItemWriterOptions } from './write-items.js';
import { WrittenCharacters, type WrittenRepair } from './written-characters.js';

/** What is told while items are written. */
export interface Told extends Pick<ItemWriterOptions, 'delimiters' | 'onFinding'> {
  readonly onRepair: (repair: WrittenRepair) => void;
}

/** The writer of one document, and what came of it once all its items are written. */
export interface Generation {
  readonly writer: ItemWriter;
  /** @throws X12Error `X12_DATA_INVALID` when a finding is an error, unless it is to be reported. */
  result(): GenerateResult;
}

export function generation(parts: EngineParts, document: DocumentInput, options: GenerateOptions): Generation {
  const errors = new FoundErrors(parts.limits.findings);
  const { findings } = errors;
  const repairs: WrittenRepair[] = [];
  let repairsTotal = 0;
  const onRepair = (repair: WrittenRepair): void => {
    repairsTotal++;
    if (repairs.length < parts.limits.findings) repairs.push(repair);
  };
  const { delimiters, onFinding } = options;
  const writer = itemWriter(parts, options, {
    delimiters: delimiters === 'choose' ? ({ header }) => chosen(document, header, parts.options) : () => delimiters,
    onFinding: (found, guide) => {
      errors.add(found, guide);
      onFinding?.(found, guide);
    },
    onRepair,
  });
  const result = (): GenerateResult => {
    if (options.findings !== 'report') errors.throwAny();
    const { numberPlaces, transactions } = writer;
    return { bytes: writer.take(), numberPlaces, transactions, findings, repairs, repairsTotal };
  };
  return { writer, result };
}

export function itemWriter(
  { chooser, limits, shortWayOf, options: own }: EngineParts,
  options: Omit<GenerateOptions, 'delimiters' | 'findings'>,
  told: Told,
): ItemWriter {
  const { clock = defaultClock, encodings = [] } = own;
  const { timeZone = own.timeZone } = options;
  return new ItemWriter(chooser, {
    delimiters: told.delimiters,
    newline: options.newline,
    encodings,
    limits,
    shortWayOf,
    now: () => momentOf(clock, timeZone),
    seconds: options.groupTime === 'HHMMSS',
    characters: WrittenCharacters.of(options, told.onRepair),
    onFinding: told.onFinding,
  });
}

function momentOf(clock: () => unknown, timeZone: string | undefined): LocalMoment {
  const now = clock();
  if (typeof now === 'number' && Number.isFinite(now)) return localMoment(now, timeZone);
  const advice = 'returns no milliseconds since 1970. Give now of Date, or have it return getTime() of its Date.';
  throw invalidOption('clock', `The clock of the engine ${advice}`);
}

/** Delimiters that do not occur in the data of the interchange with this header. */
function chosen(
  { interchanges }: DocumentInput,
  start: InterchangeInput['header'],
  { encodings = [] }: EngineOptions,
): Delimiters {
  const interchange = interchanges.find(({ header }) => header === start);
  const preferred = delimitersOf(interchange ?? {});
  if (interchange === undefined) return preferred;
  return chooseDelimiters(textsOf(interchange), preferred, encodingOf(interchange.encoding, encodings));
}
