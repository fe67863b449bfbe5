import type { Limits } from '../model/limits.js';
import { chunksOf, feedChunks, type Source } from '../syntax/source.js';
import type { StreamOptions } from './engine-options.js';
import { type InputHandler, InputReader } from './input-reader.js';
import type { ReadSettings } from './read-settings.js';

interface Handler<Options> extends InputHandler {
  /** Begins an input. @param options may be others than those of the last, but for what {@link isAlike} compares. */
  begin(options: Options): void;
}

/**
 * The readers of one verb. A small input costs less to read than its reader to make, so the last one waits, emptied, for the next input. It is
 * lent and never shared: two inputs at once have a reader each, and one that threw or was left is not used again. bench: `npm run bench:small`.
 */
export class InputReaders<Options extends StreamOptions, Made extends Handler<Options>> {
  readonly #limits: Limits;
  readonly #make: (settings: ReadSettings) => Made;
  #spare: InputReader<Made> | undefined;
  #spareOptions: StreamOptions = {};

  constructor(limits: Limits, make: (settings: ReadSettings) => Made) {
    this.#limits = limits;
    this.#make = make;
  }

  /** Reads a source to its end. @param result takes what was made of it. @throws X12Error as the tokenizer does, and `X12_ABORTED`. */
  async read<Result>(source: Source, options: Options, result: (handler: Made) => Result): Promise<Result> {
    let lent: InputReader<Made> | undefined;
    let isWhole = false;
    try {
      await feedChunks(source, options.signal, (chunk) => {
        lent ??= this.#lend(options);
        lent.push(chunk);
      });
      lent ??= this.#lend(options);
      lent.end();
      const read = result(lent.handler);
      isWhole = true;
      return read;
    } finally {
      this.#giveBack(lent, options, isWhole);
    }
  }

  /**
   * The same in steps: gives what `take` makes of the handler after each chunk of so many bytes, and once more at the end, behind 0 bytes.
   */
  async *steps<Taken>(
    source: Source,
    options: Options,
    take: (handler: Made, bytes: number) => Taken,
  ): AsyncGenerator<Taken, void, undefined> {
    let reader: InputReader<Made> | undefined = this.#lend(options);
    try {
      for await (const chunk of chunksOf(source, options)) {
        reader.push(chunk);
        yield take(reader.handler, chunk.length);
      }
      reader.end();
      const last = take(reader.handler, 0);
      this.#giveBack(reader, options, true);
      reader = undefined;
      yield last;
    } finally {
      this.#giveBack(reader, options, false);
    }
  }

  #lend(options: Options): InputReader<Made> {
    const spare = isAlike(this.#spareOptions, options) ? this.#spare : undefined;
    if (spare !== undefined) this.#spare = undefined;
    const reader = spare ?? this.#reader(options);
    reader.handler.begin(options);
    return reader;
  }

  #reader(options: Options): InputReader<Made> {
    const { encoding, strict, scan, unwrap, foldTags, badValues, characterSet } = options;
    const limits = this.#limits;
    const handler = this.#make({ ...limits, badValues, characterSet });
    return new InputReader(handler, { encoding, strict, scan, unwrap, foldTags, limits });
  }

  // One that threw, was left, or is for one input alone keeps nothing either.
  #giveBack(reader: InputReader<Made> | undefined, options: Options, isWhole: boolean): void {
    if (reader === undefined) return;
    if (!isWhole || !isLasting(options) || !reader.reset()) {
      reader.handler.forget();
      return;
    }
    this.#spare = reader;
    if (isAlike(this.#spareOptions, options)) return;
    const { encoding, strict, scan, unwrap, foldTags, badValues, characterSet, loop } = options;
    this.#spareOptions = { encoding, strict, scan, unwrap, foldTags, badValues, characterSet, loop };
  }
}

/** A set of one's own may change, and what a function names may be anything: nothing is kept for them. */
function isLasting({ characterSet, loop }: StreamOptions): boolean {
  return typeof characterSet !== 'object' && typeof loop !== 'function';
}

function isAlike(kept: StreamOptions, asked: StreamOptions): boolean {
  return (
    kept.encoding === asked.encoding &&
    kept.strict === asked.strict &&
    kept.scan === asked.scan &&
    kept.unwrap === asked.unwrap &&
    kept.foldTags === asked.foldTags &&
    kept.badValues === asked.badValues &&
    kept.characterSet === asked.characterSet &&
    kept.loop === asked.loop
  );
}
