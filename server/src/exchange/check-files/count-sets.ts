import { EnvelopeReader, Tokenizer } from 'ediloom';

/** Transaction sets of one file: as many as a batch of JSON has checks. */
export const MOST_SETS = 10_000;

/**
 * Whether a file has more transaction sets, groups or interchanges than are taken, of whatever kind and separators: each is answered, so that very
 * many would take all memory. Nothing of them is kept, and it ends as soon as that is known.
 * @throws X12Error for what cannot be read so far.
 */
export async function hasTooMany(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  const counts = { interchanges: 0, groups: 0, sets: 0 };
  const nothing = (): void => {};
  const reader = new EnvelopeReader({
    ...{ interchangeStart: () => void counts.interchanges++, groupStart: () => void counts.groups++ },
    transactionStart: () => void counts.sets++,
    ...{ segments: nothing, transactionEnd: nothing, groupEnd: nothing, interchangeEnd: nothing, loose: nothing },
    finding: nothing,
  });
  const tokenizer = new Tokenizer();
  for await (const piece of pieces) {
    reader.push(tokenizer.push(piece));
    if (Math.max(counts.interchanges, counts.groups, counts.sets) > MOST_SETS) return true;
  }
  return false;
}
