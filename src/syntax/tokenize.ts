import { checkOptions } from '../model/check-options.js';
import { LIMITS_RULE, type OptionRules } from '../model/option-rules.js';
import type { TokenBatch } from './batch.js';
import { chunksOf, type Source } from './source.js';
import { TOKENIZER_RULES, Tokenizer, type TokenizerOptions } from './tokenizer.js';

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
  const tokenizer = tokenizerFor('tokenize', options);
  for await (const chunk of chunksOf(source, options)) yield* tokenizer.push(chunk);
  yield* tokenizer.end();
}

const SIGNAL_RULES: OptionRules<Pick<TokenizeOptions, 'signal'>> = { signal: 'signal' };

/** The tokenizer of a verb that stops at a signal. @throws X12Error `X12_OPTION_INVALID`. */
export function tokenizerFor(verb: string, options: TokenizeOptions): Tokenizer {
  checkOptions(verb, options, TOKENIZER_RULES, LIMITS_RULE, SIGNAL_RULES);
  const { signal: _, ...tokenizing } = options;
  return new Tokenizer(tokenizing);
}
