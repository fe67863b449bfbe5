import { type Octets, sliceOctets } from '../spool/octets.js';
import type { ContentType } from './content-type.js';
import { MimeError } from './mime-error.js';

/** Spaces that may follow a boundary on its line; more, and it is no boundary line. */
const MAX_PADDING = 256;
/** RFC 2046 says 70; partners send a little more. */
const MAX_BOUNDARY = 200;

const LF = 10;
const CR = 13;
const DASH = 45;

interface BoundaryLine {
  /** Where the part before ends: in front of the one line end that belongs to the boundary. */
  readonly endOffset: number;
  /** Where the part behind begins. */
  readonly nextOffset: number;
  readonly closes: boolean;
}

/** @throws MimeError `malformed` where it is missing or cannot be one. */
export function boundaryOf({ parameters }: ContentType): string {
  const boundary = parameters.get('boundary');
  if (boundary === undefined) throw new MimeError('malformed', 'The multipart names no boundary.');
  if (boundary.length > MAX_BOUNDARY || !/^[\x20-\x7e]*[\x21-\x7e]$/.test(boundary)) {
    throw new MimeError('malformed', 'The boundary of the multipart is empty, too long, or no text.');
  }
  return boundary;
}

/**
 * The parts of a multipart as slices of its octets, in one pass; preamble and epilogue are left out. A boundary counts only as
 * a whole line, and exactly one line end (CRLF or LF) before it is its own.
 * @throws MimeError `malformed` where no part begins or the last is not closed, `too-large` beyond `maxParts`.
 */
export async function readParts(octets: Octets, boundary: string, maxParts = 20): Promise<readonly Octets[]> {
  const parts: Octets[] = [];
  let begin: number | undefined;
  for await (const line of boundaryLines(octets, Buffer.from(`--${boundary}`, 'latin1'))) {
    if (begin !== undefined) parts.push(sliceOctets(octets, begin, Math.max(begin, line.endOffset)));
    if (line.closes) {
      if (begin === undefined) throw new MimeError('malformed', 'The multipart has no part.');
      return parts;
    }
    if (parts.length === maxParts) throw new MimeError('too-large', `A multipart of more than ${maxParts} parts.`);
    begin = line.nextOffset;
  }
  throw new MimeError('malformed', 'The multipart has no closing boundary: it is cut off, or names another one.');
}

async function* boundaryLines(octets: Octets, mark: Buffer): AsyncGenerator<BoundaryLine> {
  // What is carried on: the two bytes before a possible boundary line, and that line as far as it has come.
  let carried: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of octets.open()) {
    const window = Buffer.concat([carried, chunk]);
    const last = offset + window.length === octets.size;
    let from = 0;
    let keep = Math.max(0, window.length - mark.length - 1);
    for (let at = window.indexOf(mark, from); at !== -1; at = window.indexOf(mark, from)) {
      const line = boundaryLineAt(window, at, mark.length, last);
      if (line === 'incomplete') {
        keep = Math.min(keep, Math.max(0, at - 2));
        break;
      }
      if (line !== undefined && startsLine(window, at, offset)) {
        yield { ...line, endOffset: offset + line.endOffset, nextOffset: offset + line.nextOffset };
        from = line.nextOffset;
      } else {
        from = at + 1;
      }
    }
    // Nothing that was yielded may be found again: two bytes of it at most are context.
    keep = Math.max(keep, from - 2, 0);
    carried = window.subarray(keep);
    offset += keep;
  }
}

function startsLine(window: Buffer, at: number, offset: number): boolean {
  return offset + at === 0 || window[at - 1] === LF;
}

/** `undefined`: more than the boundary stands on the line. `incomplete`: the next chunk tells. */
function boundaryLineAt(
  window: Buffer,
  at: number,
  length: number,
  last: boolean,
): BoundaryLine | 'incomplete' | undefined {
  let end = at + length;
  if (end + 2 > window.length && !last) return 'incomplete';
  const closes = window[end] === DASH && window[end + 1] === DASH;
  if (closes) end += 2;
  const padded = end + MAX_PADDING;
  while (end < padded && (window[end] === 32 || window[end] === 9)) end += 1;
  const newline = window[end] === CR ? end + 1 : end;
  const endOffset = window[at - 1] === LF ? (window[at - 2] === CR ? at - 2 : at - 1) : at;
  if (window[newline] === LF) return { endOffset, nextOffset: newline + 1, closes };
  if (newline < window.length) return undefined;
  // At the very end no line end is needed.
  return last ? { endOffset, nextOffset: window.length, closes } : 'incomplete';
}
