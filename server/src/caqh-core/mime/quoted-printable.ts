import type { Steps } from '../../heavy-turns.js';

const LINE_END = 0x0a;
const RETURN = 0x0d;
const EQUALS = 0x3d;
const BLANK = 0x20;
const TAB = 0x09;
/** Bytes that are read at a stretch. */
const PIECE = 256 * 1024;

/**
 * RFC 2045, 6.7: `=` and two digits are a byte; `=` at the end of a line joins it with the next; blanks before a line end are none of it. Byte by
 * byte, and nothing is made for a line: a body may be of line ends alone. 12 MB of them take a tenth of a second and more.
 */
export function* unquoted(bytes: Buffer): Steps<Uint8Array> {
  // Line ends alone become longer.
  const out = Buffer.alloc(bytes.length + lineEnds(bytes));
  let length = 0;
  /** Behind the last byte of the line that is no blank, or was written in digits. */
  let kept = 0;
  let isJoined = false;
  const endLine = (): void => {
    length = isJoined ? kept - 1 : kept;
    isJoined = false;
  };
  for (let at = 0, rest = PIECE; at < bytes.length; at++) {
    if (at >= rest) {
      rest = at + PIECE;
      yield;
    }
    const byte = bytes[at] ?? 0;
    if (byte === LINE_END) {
      const goesOn = isJoined;
      endLine();
      if (!goesOn) {
        out[length++] = RETURN;
        out[length++] = LINE_END;
      }
      kept = length;
      continue;
    }
    const quoted = byte === EQUALS ? quotedByte(bytes, at + 1) : undefined;
    if (quoted !== undefined) at += 2;
    out[length++] = quoted ?? byte;
    if (quoted === undefined && (byte === BLANK || byte === RETURN || byte === TAB)) continue;
    kept = length;
    isJoined = quoted === undefined && byte === EQUALS;
  }
  endLine();
  return out.subarray(0, length);
}

function quotedByte(bytes: Buffer, at: number): number | undefined {
  const [high, low] = [digitOf(bytes[at]), digitOf(bytes[at + 1])];
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

/** Of a hexadecimal digit. */
function digitOf(byte = 0): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : undefined;
}

function lineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_END) count++;
  return count;
}
