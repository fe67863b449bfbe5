import type { NumberForm } from '../guide/read-value.js';
import type { Limits } from '../model/limits.js';
import { feedChunks, type Source } from '../syntax/source.js';
import type { GuideChooser } from './choose-guide.js';
import type { Document } from './document.js';
import { DocumentBuilder } from './document-builder.js';
import { DocumentReader } from './document-reader.js';
import type { EngineEvent } from './engine-event.js';
import type { ReadOptions, StreamOptions } from './engine-options.js';
import { EventReader } from './event-reader.js';
import { tokenizerOf } from './lead-source.js';

export interface SourceReaderOptions {
  readonly limits: Limits;
  readonly numbers: NumberForm | undefined;
}

/** Makes documents and events of sources. */
export class SourceReader {
  readonly #chooser: GuideChooser;
  readonly #limits: Limits;
  readonly #numbers: NumberForm | undefined;
  /** What read the last document, emptied, for the next: making one costs as much as reading a small set. */
  #spare: DocumentReader | undefined;

  constructor(chooser: GuideChooser, { limits, numbers }: SourceReaderOptions) {
    this.#chooser = chooser;
    this.#limits = limits;
    this.#numbers = numbers;
  }

  async document(source: Source, options: ReadOptions): Promise<Document> {
    const isUsual = hasOnlySignal(options);
    const reader = (isUsual ? this.#lend() : undefined) ?? this.#documentReader(options);
    await feedChunks(source, options.signal, (chunk) => reader.push(chunk));
    const document = reader.end();
    // One that threw, or whose source broke off, is left to the garbage collector.
    if (isUsual && reader.reset()) this.#spare = reader;
    return document;
  }

  events(
    { guide, badValues = false, loop, characterSet }: StreamOptions,
    emit: (event: EngineEvent) => void,
  ): EventReader {
    const { depth, findings } = this.#limits;
    const numbers = this.#numbers;
    return new EventReader(this.#chooser, {
      guide,
      badValues,
      loop,
      characterSet,
      depth,
      findings,
      numbers,
      emit,
    });
  }

  /** Takes the reader that waits, so that nobody else has it as long as it reads. */
  #lend(): DocumentReader | undefined {
    const reader = this.#spare;
    this.#spare = undefined;
    return reader;
  }

  #documentReader(options: ReadOptions): DocumentReader {
    const builder = new DocumentBuilder();
    const events = this.events(options, (event) => builder.add(event));
    return new DocumentReader(tokenizerOf(options, this.#limits), events, builder);
  }
}

function hasOnlySignal(options: ReadOptions): boolean {
  for (const [name, value] of Object.entries(options)) if (name !== 'signal' && value !== undefined) return false;
  return true;
}
