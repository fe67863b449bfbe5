import { isX12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import type { InterchangeOpening, TokenBatch } from '../../src/syntax/batch.js';
import { Tokenizer, type TokenizerOptions } from '../../src/syntax/tokenizer.js';

export interface ReadSegment {
  readonly interchange: number;
  readonly offset: number;
  readonly flags: number;
  readonly raw: string;
  /** Tag first. */
  readonly elements: readonly string[];
}

/** Everything a tokenizer says about an input, in a form that can be compared. */
export interface Reading {
  readonly openings: InterchangeOpening[];
  readonly segments: ReadSegment[];
  readonly findings: Finding[];
  readonly layoutChanges: number;
  readonly trailing: string;
  /** Code of the X12Error that ended the reading. */
  readonly error: string | undefined;
}

/** Text as bytes, one a character. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Reads the chunks one after another. */
export function readChunks(chunks: Iterable<Uint8Array>, options: TokenizerOptions = {}): Reading {
  const tokenizer = new Tokenizer(options);
  const reading = { openings: [], segments: [], findings: [] } as Pick<Reading, 'openings' | 'segments' | 'findings'>;
  let layoutChanges = 0;
  let error: string | undefined;
  const take = (batches: readonly TokenBatch[]): void => {
    for (const batch of batches) {
      if (batch.opening !== undefined) reading.openings.push(batch.opening);
      reading.findings.push(...batch.findings);
      layoutChanges += batch.layoutChanges;
      for (let i = 0; i < batch.count; i++) reading.segments.push(readSegment(batch, i));
    }
  };
  try {
    for (const chunk of chunks) take(tokenizer.push(chunk));
    take(tokenizer.end());
  } catch (thrown) {
    if (!isX12Error(thrown)) throw thrown;
    error = thrown.code;
  }
  return { ...reading, layoutChanges, trailing: tokenizer.trailing, error };
}

/** Reads the input whole. */
export function read(input: string | Uint8Array, options: TokenizerOptions = {}): Reading {
  return readChunks([typeof input === 'string' ? bytesOf(input) : input], options);
}

/** The input in pieces of `size` bytes, each in an array that is spoilt after use, as a reader's buffer would be. */
export function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  const piece = new Uint8Array(size);
  for (let from = 0; from < bytes.length; from += size) {
    const part = bytes.subarray(from, from + size);
    piece.set(part);
    yield piece.subarray(0, part.length);
    piece.fill(0x7e);
  }
}

/** The input cut at the given offsets, in any order. */
export function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const offsets = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...offsets].map((from, index) => bytes.slice(from, offsets[index] ?? bytes.length));
}

/** The readings of one input whole, byte by byte, and in a few other sizes; every one must equal the first. */
export function readEveryWay(input: string | Uint8Array, options: TokenizerOptions = {}): Reading[] {
  const bytes = typeof input === 'string' ? bytesOf(input) : input;
  return [read(bytes, options), ...[1, 2, 3, 7, 53, 107].map((size) => readChunks(piecesOf(bytes, size), options))];
}

function readSegment(batch: TokenBatch, index: number): ReadSegment {
  const first = batch.marks[batch.starts[index] ?? 0] ?? 0;
  return {
    interchange: batch.interchange,
    offset: batch.baseOffset + first + 1,
    flags: batch.flags[index] ?? 0,
    raw: batch.raw(index),
    elements: Array.from({ length: batch.elementCount(index) + 1 }, (_, k) => batch.element(index, k)),
  };
}
