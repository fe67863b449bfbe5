import { inPieces } from '../../heavy-turns.js';

/** Letters and digits of a ULID: the numbers by which answers in a file are known. */
const LENGTH = 26;
const NUMBER = /[0-9A-HJKMNP-TV-Z]{26}/g;

/**
 * How often each number stands in a file of results, wherever that is. Found before the file is read, so that a check whose number does not come again
 * ends there and then, and no answers are held until the end of the file but those that have company.
 */
export async function numbersToCome(x12: Uint8Array): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let before = '';
  for await (const piece of inPieces(x12)) {
    const text = before + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    let end = 0;
    for (const { 0: number, index } of text.matchAll(NUMBER)) {
      counts.set(number, (counts.get(number) ?? 0) + 1);
      end = index + LENGTH;
    }
    // One may stand across two pieces.
    before = text.slice(Math.max(end, text.length - LENGTH + 1));
  }
  return counts;
}
