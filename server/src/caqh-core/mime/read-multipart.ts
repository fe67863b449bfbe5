import type { Steps } from '../../heavy-turns.js';
import { UnreadableEnvelope } from '../unreadable.js';
import { unquoted } from './quoted-printable.js';

/** One part of a multipart body. */
export interface Part {
  /** Header fields by their names in small letters, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** How many bytes it came in: in an encoding, more than it is. */
  readonly sentBytes: number;
  /**
   * Its content, the transfer encoding undone. That takes long where there is much: nothing is decoded that nobody asks for.
   * @param most bytes of those that came, from the first. Default: all.
   */
  content(most?: number): Steps<Uint8Array>;
}

/** An envelope has a dozen parts; an attachment more are still few. */
const MAX_PARTS = 64;
const MAX_HEADER_BYTES = 8 * 1024;
/** Lines that begin as a delimiter does, and go on otherwise: some boundaries begin as others do. */
const MAX_LIKE = 1_000;

const LINE_END = Buffer.from('\n');
const HYPHEN = 0x2d;
const EQUALS = 0x3d;
const BEHIND = [...Buffer.from('\r\n \t')];

/**
 * Reads the parts of a multipart body. Line ends may be LF, a preamble may come first, and the last line end may be missing; the
 * boundary itself must be right.
 * @throws UnreadableEnvelope
 */
export function readMultipart(bytes: Uint8Array, boundary: string | undefined): readonly Part[] {
  if (boundary === undefined || !/^[\x20-\x7e]{0,69}[\x21-\x7e]$/.test(boundary)) {
    throw notMime(
      'The Content-Type has no boundary of 1 to 70 characters. Name the one that stands between the parts.',
    );
  }
  // One character a byte, so that offsets of the text are offsets of the bytes.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Part[] = [];
  let start = lineAfter(body, findDelimiter(body, delimiter, 0), delimiter);
  while (start !== undefined) {
    const end = findDelimiter(body, delimiter, start);
    if (end === -1) throw notMime('The body ends before the closing boundary. Send all of it.');
    if (parts.length === MAX_PARTS) {
      throw new UnreadableEnvelope(
        'too-large',
        `The body has more than ${MAX_PARTS} parts. Send the envelope of the rule alone.`,
      );
    }
    parts.push(readPart(body.subarray(start, withoutLineEnd(body, start, end))));
    start = lineAfter(body, end, delimiter);
  }
  return parts;
}

/**
 * A delimiter stands at the beginning of a line, and nothing but a line end, blanks or `--` follows it. It is looked for with the line end before
 * it, which no boundary has in it, so that no byte is looked at again and again, whatever the boundary and the body are.
 * @throws UnreadableEnvelope where very many lines begin as a delimiter does, and are none.
 */
function findDelimiter(body: Buffer, delimiter: Buffer, from: number): number {
  if (from === 0 && delimiter.equals(body.subarray(0, delimiter.length)) && isEnded(body, delimiter.length)) return 0;
  const line = Buffer.concat([LINE_END, delimiter]);
  // A part may be empty: its delimiter stands right behind the line end of the one before.
  let at = body.indexOf(line, Math.max(0, from - 1));
  for (let others = 0; at !== -1; at = body.indexOf(line, at + line.length)) {
    if (isEnded(body, at + line.length)) return at + 1;
    if (++others > MAX_LIKE)
      throw notMime('The boundary stands in the content, too. Take one that stands nowhere else.');
  }
  return -1;
}

function isEnded(body: Buffer, at: number): boolean {
  const next = body[at];
  return next === undefined || BEHIND.includes(next) || (next === HYPHEN && body[at + 1] === HYPHEN);
}

/** Where the part behind a delimiter begins. @returns `undefined` behind the closing one. */
function lineAfter(body: Buffer, at: number, delimiter: Buffer): number | undefined {
  if (at === -1)
    throw notMime('The boundary that the Content-Type names does not stand in the body. Name the one that does.');
  const after = at + delimiter.length;
  if (body.subarray(after, after + 2).toString('latin1') === '--') return undefined;
  const line = body.indexOf(0x0a, after);
  if (line === -1) throw notMime('The body ends behind a boundary. Send all of it.');
  return line + 1;
}

/** The line end before a delimiter belongs to it. */
function withoutLineEnd(body: Buffer, start: number, end: number): number {
  if (end > start && body[end - 1] === 0x0a) end--;
  if (end > start && body[end - 1] === 0x0d) end--;
  return end;
}

function readPart(part: Buffer): Part {
  const head = headEnd(part);
  if (head === undefined || head.end > MAX_HEADER_BYTES) {
    throw notMime(
      'A part has no empty line behind its headers, or headers that are too long. Write one, and the content below it.',
    );
  }
  const headers = readHeaders(part.subarray(0, head.end).toString('utf8'));
  const sent = part.subarray(head.content);
  const encoding = headers.get('content-transfer-encoding');
  return { headers, sentBytes: sent.length, content: (most) => decoded(begun(sent, most), encoding) };
}

function headEnd(part: Buffer): { readonly end: number; readonly content: number } | undefined {
  // A part without headers begins with its empty line. Behind the longest headers none is looked for: there may be very many lines.
  for (let line = 0; line <= Math.min(part.length, MAX_HEADER_BYTES); ) {
    const end = part.indexOf(0x0a, line);
    if (end === -1) return undefined;
    if (end === line || (end === line + 1 && part[line] === 0x0d)) return { end: line, content: end + 1 };
    line = end + 1;
  }
  return undefined;
}

function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** The first bytes of a content, which end before an escape of quoted-printable that they would cut. */
function begun(sent: Buffer, most = sent.length): Buffer {
  if (most >= sent.length) return sent;
  const start = sent.subarray(most - 2, most).indexOf(EQUALS);
  return sent.subarray(0, start === -1 ? most : most - 2 + start);
}

function* decoded(bytes: Buffer, encoding = ''): Steps<Uint8Array> {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64');
    case 'quoted-printable':
      return yield* unquoted(bytes);
    default:
      return bytes;
  }
}

function notMime(message: string): UnreadableEnvelope {
  return new UnreadableEnvelope('not-mime', message);
}
