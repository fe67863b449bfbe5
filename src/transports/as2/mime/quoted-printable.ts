import { MimeError } from './mime-error.js';

/** RFC 2045 6.7 says 76; partners that send EDI in one line do not keep it. */
const MAX_LINE = 1024 * 1024;

const LF = 10;
const EQUALS = 0x3d;

/**
 * Undoes quoted-printable in chunks cut anywhere, line by line.
 * @throws MimeError `malformed` for an escape of no two hexadecimal digits, `too-large` for a line beyond 1 MiB.
 */
export async function* decodeQuotedPrintable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const lines: Buffer[] = [];
    for (let end = rest.indexOf(LF); end !== -1; end = rest.indexOf(LF)) {
      lines.push(decodedLine(Buffer.concat([...pending, rest.subarray(0, end + 1)])));
      pending.length = 0;
      length = 0;
      rest = rest.subarray(end + 1);
    }
    pending.push(Buffer.from(rest));
    length += rest.length;
    if (length > MAX_LINE) throw new MimeError('too-large', `A quoted-printable line beyond ${MAX_LINE} bytes.`);
    if (lines.length > 0) yield Buffer.concat(lines);
  }
  if (length > 0) yield decodedLine(Buffer.concat(pending));
}

function decodedLine(line: Buffer): Buffer {
  const newline = line.at(-1) !== LF ? 0 : line.at(-2) === 13 ? 2 : 1;
  let end = line.length - newline;
  // RFC 2045 6.7 (3): white space at the end of a line was added on the way.
  while (end > 0 && (line[end - 1] === 32 || line[end - 1] === 9)) end -= 1;
  const soft = end > 0 && line[end - 1] === EQUALS;
  const text = unescaped(line.subarray(0, soft ? end - 1 : end));
  return soft ? text : Buffer.concat([text, line.subarray(line.length - newline)]);
}

function unescaped(line: Buffer): Buffer {
  const text = Buffer.allocUnsafe(line.length);
  let count = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] !== EQUALS) {
      text[count++] = line[at] ?? 0;
      continue;
    }
    const digits = line.toString('latin1', at + 1, at + 3);
    if (!/^[0-9a-f]{2}$/i.test(digits)) {
      throw new MimeError('malformed', 'What says it is quoted-printable is not.');
    }
    text[count++] = Number.parseInt(digits, 16);
    at += 2;
  }
  return text.subarray(0, count);
}
