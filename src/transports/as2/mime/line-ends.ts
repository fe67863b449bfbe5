import type { Octets } from '../spool/octets.js';

const LF = 10;
const CR = 13;
const CRLF = Buffer.from('\r\n');

/** The same text with CRLF wherever a bare LF stands; its size as a reading finds it. */
export async function withCrlf(octets: Octets): Promise<Octets | undefined> {
  let bare = 0;
  for await (const piece of crlfPieces(octets)) if (piece === CRLF) bare += 1;
  if (bare === 0) return undefined;
  const size = octets.size + bare;
  return {
    size,
    async *open(start = 0, end = size) {
      let at = 0;
      for await (const piece of crlfPieces(octets)) {
        const bytes = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
        if (bytes.length > 0) yield bytes;
        at += piece.length;
      }
    },
  };
}

/** The octets, every bare LF replaced by the one object {@link CRLF}. */
async function* crlfPieces(octets: Octets): AsyncGenerator<Uint8Array> {
  let before = 0;
  for await (const chunk of octets.open()) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
      if ((at === 0 ? before : chunk[at - 1]) === CR) continue;
      if (at > from) yield chunk.subarray(from, at);
      yield CRLF;
      from = at + 1;
    }
    if (from < chunk.length) yield chunk.subarray(from);
    before = chunk[chunk.length - 1] ?? before;
  }
}
