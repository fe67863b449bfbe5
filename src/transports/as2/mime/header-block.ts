import type { Octets } from '../spool/octets.js';
import type { Header } from './headers.js';
import { MimeError } from './mime-error.js';

export interface HeaderLimits {
  /** Of one header block, the empty line included. */
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
}

export const HEADER_LIMITS: HeaderLimits = { maxHeaderBytes: 64 * 1024, maxHeaders: 200 };

export interface HeaderBlock {
  readonly headers: readonly Header[];
  /** Where the body begins: behind the empty line, or at the end where there is none. */
  readonly bodyOffset: number;
}

const LF = 10;
const CR = 13;

/**
 * Reads the headers at the beginning of a MIME entity. Lines end in CRLF or LF.
 * @throws MimeError `too-large` beyond the limits, `malformed` for a line that is no header.
 */
export async function readHeaderBlock(octets: Octets, limits: HeaderLimits = HEADER_LIMITS): Promise<HeaderBlock> {
  const room = Buffer.alloc(Math.min(octets.size, limits.maxHeaderBytes));
  let filled = 0;
  for await (const chunk of octets.open(0, room.length)) {
    const from = Math.max(0, filled - 3);
    room.set(chunk, filled);
    filled += chunk.length;
    const end = emptyLine(room.subarray(0, filled), from);
    if (end !== undefined) return { headers: headersOf(room.subarray(0, end), limits), bodyOffset: end };
  }
  if (octets.size > room.length) throw new MimeError('too-large', `Headers beyond ${limits.maxHeaderBytes} bytes.`);
  return { headers: headersOf(room, limits), bodyOffset: octets.size };
}

/** The offset behind the first empty line at or after `from`. */
function emptyLine(bytes: Buffer, from: number): number | undefined {
  if (bytes[0] === LF) return 1;
  if (bytes[0] === CR && bytes[1] === LF) return 2;
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return undefined;
}

/** The headers of a block that is in memory; an empty line at its end is optional. */
export function headersOf(block: Uint8Array, limits: HeaderLimits = HEADER_LIMITS): readonly Header[] {
  const headers: Header[] = [];
  for (const line of unfolded(block)) {
    if (headers.length === limits.maxHeaders) {
      throw new MimeError('too-large', `More than ${limits.maxHeaders} headers.`);
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (!isToken(name)) throw new MimeError('malformed', 'A line among the headers is no header.');
    headers.push({ name, value: line.slice(colon + 1).trim() });
  }
  return headers;
}

/** RFC 5322 2.2.3: a line that begins with a space or tab goes on with the one before. */
function unfolded(block: Uint8Array): readonly string[] {
  const pieces: string[][] = [];
  for (const line of Buffer.from(block).toString('latin1').split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text === '') continue;
    const last = pieces.at(-1);
    if (text.startsWith(' ') || text.startsWith('\t')) {
      if (last === undefined) throw new MimeError('malformed', 'The first header begins with a space.');
      last.push(text.slice(1));
    } else {
      pieces.push([text]);
    }
  }
  return pieces.map((parts) => parts.join(' '));
}

/** RFC 9110 token; also what RFC 5322 allows as a name, without the colon. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
