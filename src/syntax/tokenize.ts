import type { TokenBatch } from './batch.js';
import { chunksOf, type Source } from './source.js';
import { Tokenizer, type TokenizerOptions } from './tokenizer.js';

export interface TokenizeOptions extends TokenizerOptions {
  /** Stops the reading with an X12Error `X12_ABORTED`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a source as batches of segments, with flat memory. A batch is valid until the next is asked for.
 * @throws X12Error as {@link Tokenizer.push} does, and `X12_ABORTED`.
 */
export async function* tokenize(
  source: Source,
  options: TokenizeOptions = {},
): AsyncGenerator<TokenBatch, void, undefined> {
  const tokenizer = new Tokenizer(options);
  for await (const chunk of chunksOf(source, options)) yield* tokenizer.push(chunk);
  yield* tokenizer.end();
}
