const LINE_END = 0x0a;
const EQUALS = 0x3d;
const BLANKS = new Set([0x09, 0x0d, 0x20]);
const CRLF = Buffer.from('\r\n');

/**
 * RFC 2045, 6.7: `=` and two digits are a byte; `=` at the end of a line joins it with the next; blanks before a line end are none of it. Byte by
 * byte: a body may be of line ends alone, and would be millions of texts.
 */
export function unquoted(bytes: Buffer): Uint8Array {
  // Line ends alone become longer.
  const out = Buffer.alloc(bytes.length + lineEnds(bytes));
  let length = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found === -1 ? bytes.length : found;
    let last = end;
    while (last > start && BLANKS.has(bytes[last - 1] ?? 0)) last--;
    const isJoined = last > start && bytes[last - 1] === EQUALS;
    length = writeLine(bytes.subarray(start, isJoined ? last - 1 : last), out, length);
    if (!isJoined && found !== -1) length += CRLF.copy(out, length);
    start = end + 1;
  }
  return out.subarray(0, length);
}

/** @returns up to where there is something now. */
function writeLine(line: Buffer, out: Buffer, from: number): number {
  let length = from;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] === EQUALS ? quotedByte(line, at) : undefined;
    if (byte !== undefined) at += 2;
    out[length++] = byte ?? line[at] ?? 0;
  }
  return length;
}

function quotedByte(line: Buffer, at: number): number | undefined {
  const [high, low] = [digitOf(line[at + 1]), digitOf(line[at + 2])];
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
  for (const byte of bytes) if (byte === LINE_END) count++;
  return count;
}
