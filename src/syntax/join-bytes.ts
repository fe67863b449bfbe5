import type { Bytes } from '../model/bytes.js';

/** The pieces one behind the other. */
export function joinBytes(pieces: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
