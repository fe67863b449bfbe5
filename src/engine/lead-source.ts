import type { EnvelopeHandler } from '../envelope/envelope-handler.js';
import { EnvelopeReader } from '../envelope/envelope-reader.js';
import type { Limits } from '../model/limits.js';
import { chunksOf, feedChunks, type Source } from '../syntax/source.js';
import { Tokenizer } from '../syntax/tokenizer.js';
import type { ReadOptions } from './engine-options.js';

/** Leads a source through tokenizer and envelopes to whoever makes something of it. */
export async function leadInto(
  handler: EnvelopeHandler,
  source: Source,
  options: ReadOptions,
  limits: Limits,
): Promise<void> {
  const tokenizer = tokenizerOf(options, limits);
  const envelopes = new EnvelopeReader(handler);
  await feedChunks(source, options.signal, (chunk) => envelopes.push(tokenizer.push(chunk)));
  envelopes.push(tokenizer.end());
  envelopes.end();
}

/** The same in steps. Yields the length of each chunk: what was read since may be handed out. */
export async function* leadInSteps(
  reader: EnvelopeHandler & { end?(trailing: string): void },
  source: Source,
  options: ReadOptions,
  limits: Limits,
): AsyncGenerator<number> {
  const tokenizer = tokenizerOf(options, limits);
  const envelopes = new EnvelopeReader(reader);
  for await (const chunk of chunksOf(source, options)) {
    envelopes.push(tokenizer.push(chunk));
    yield chunk.length;
  }
  envelopes.push(tokenizer.end());
  envelopes.end();
  reader.end?.(tokenizer.trailing);
  yield 0;
}

export function tokenizerOf({ signal: _, ...tokenizing }: ReadOptions, limits: Limits): Tokenizer {
  return new Tokenizer({ ...tokenizing, limits });
}
