import type { Octets } from '../spool/octets.js';
import { MimeError } from './mime-error.js';

/** RFC 2045 6.8: lines of 76 characters, here with CRLF behind each but the last. */
const LINE_BYTES = 57;
const LINE_CHARACTERS = 76;
const WHOLE_LINE = LINE_CHARACTERS + 2;

const PADDING = 0x3d;
/** 1 for the 64 characters, 2 for white space, 3 for the padding, 0 for what may not occur. */
const CLASSES = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
  CLASSES[character.charCodeAt(0)] = 1;
}
for (const character of ' \t\r\n') CLASSES[character.charCodeAt(0)] = 2;
CLASSES[PADDING] = 3;

/** The octets as base64 in lines. Their number is known, and they can be read from anywhere. */
export function encodeBase64(octets: Octets): Octets {
  const lines = Math.ceil(octets.size / LINE_BYTES);
  const size = Math.ceil(octets.size / 3) * 4 + Math.max(0, lines - 1) * 2;
  return {
    size,
    async *open(start = 0, end = size) {
      let at = Math.floor(start / WHOLE_LINE) * WHOLE_LINE;
      for await (const text of encodedLines(octets, (at / WHOLE_LINE) * LINE_BYTES)) {
        const bytes = text.subarray(Math.max(0, start - at), Math.max(0, Math.min(text.length, end - at)));
        if (bytes.length > 0) yield bytes;
        at += text.length;
        if (at >= end) return;
      }
    },
  };
}

async function* encodedLines(octets: Octets, from: number): AsyncGenerator<Buffer> {
  let carried: Buffer = Buffer.alloc(0);
  let first = true;
  for await (const chunk of octets.open(from)) {
    const bytes = carried.length === 0 ? Buffer.from(chunk) : Buffer.concat([carried, chunk]);
    const whole = bytes.length - (bytes.length % LINE_BYTES);
    carried = bytes.subarray(whole);
    if (whole === 0) continue;
    yield linesOf(bytes.subarray(0, whole), first);
    first = false;
  }
  if (carried.length > 0) yield linesOf(carried, first);
}

function linesOf(bytes: Buffer, first: boolean): Buffer {
  const text = bytes.toString('base64').replace(/.{76}(?!$)/g, '$&\r\n');
  return Buffer.from(first ? text : `\r\n${text}`, 'latin1');
}

/**
 * Undoes base64 in chunks cut anywhere; white space is skipped.
 * @throws MimeError `malformed` for other characters, for what follows the padding, and where the end is missing.
 */
export async function* decodeBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let carried = '';
  let padding = 0;
  for await (const chunk of chunks) {
    const characters = Buffer.allocUnsafe(chunk.length);
    let count = 0;
    for (const byte of chunk) {
      const kind = CLASSES[byte];
      if (kind === 2) continue;
      if (kind === 0 || (kind === 1 && padding > 0)) throw wrong();
      if (kind === 3) padding += 1;
      else characters[count++] = byte;
    }
    const text = carried + characters.toString('latin1', 0, count);
    const whole = text.length - (text.length % 4);
    carried = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
  }
  // RFC 4648 3.2: padding completes a group of four; a group of one character holds no octet.
  if (carried.length === 1 || padding !== (4 - carried.length) % 4) throw wrong();
  if (carried.length > 0) yield Buffer.from(carried, 'base64');
}

function wrong(): MimeError {
  return new MimeError('malformed', 'What says it is base64 is not.');
}
