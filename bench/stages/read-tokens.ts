import type { TokenBatch } from '../../src/syntax/batch.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';

/** Takes a batch and returns what to add to the count. */
export type BatchReader = (batch: TokenBatch) => number;

/** Feeds chunks to a tokenizer and each batch to the reader. */
export function readTokens(chunks: readonly Uint8Array[], read: BatchReader): number {
  const tokenizer = new Tokenizer();
  let count = 0;
  for (const chunk of chunks) {
    for (const batch of tokenizer.push(chunk)) count += read(batch);
  }
  for (const batch of tokenizer.end()) count += read(batch);
  return count;
}

/** The same from chunks that are only there when awaited; each may be reused behind its turn. */
export async function readTokensOf(chunks: AsyncIterable<Uint8Array>, read: BatchReader): Promise<number> {
  const tokenizer = new Tokenizer();
  let count = 0;
  for await (const chunk of chunks) {
    for (const batch of tokenizer.push(chunk)) count += read(batch);
  }
  for (const batch of tokenizer.end()) count += read(batch);
  return count;
}

export function countSegments(batch: TokenBatch): number {
  return batch.count;
}

/** The tag and the first two elements of each segment as strings. */
export function readFewElements(batch: TokenBatch): number {
  let length = 0;
  for (let i = 0; i < batch.count; i++) {
    length += batch.tag(i).length + batch.element(i, 1).length + batch.element(i, 2).length;
  }
  return length;
}

/** Every element of each segment as a string. */
export function readEveryElement(batch: TokenBatch): number {
  let length = 0;
  for (let i = 0; i < batch.count; i++) {
    const last = batch.elementCount(i);
    for (let k = 0; k <= last; k++) length += batch.element(i, k).length;
  }
  return length;
}
