/** The byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
const ISA = [0x49, 0x53, 0x41];

/** A payload as it begins: partners put line ends before it, to please the eye, and byte order marks. @returns `undefined` where nothing is left. */
export function withoutBlanks(bytes: Uint8Array): Uint8Array | undefined {
  let start = behindBlanks(bytes, 0);
  if (MARK.every((byte, index) => bytes[start + index] === byte)) start = behindBlanks(bytes, start + MARK.length);
  return start === bytes.length ? undefined : bytes.subarray(start);
}

/** By comparisons: a payload may be of millions of blanks, and to look each up in a set takes six times as long. */
function behindBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[at]) at++;
  return at;
}

/** Whether bytes begin as an interchange does. */
export function isInterchange(bytes: Uint8Array): boolean {
  return ISA.every((byte, index) => bytes[index] === byte);
}

/** Characters of base64, and the blanks and line ends between them; in which order they stand is looked at apart. */
const OTHER_THAN_BASE64 = /[^A-Za-z0-9+/=\s]/;
/** Characters that end base64, blanks and line ends between them. */
const LONGEST_PADDING = 100;

/** An interchange that came in base64, which separators that XML cannot have need; other bytes stay as they are. */
export function unpackedBase64(bytes: Uint8Array): Uint8Array {
  if (isInterchange(bytes)) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // No blank is taken out by itself: there may be millions, and the decoder passes them over.
  if (OTHER_THAN_BASE64.test(text) || !isPadded(text)) return bytes;
  const unpacked = withoutBlanks(Buffer.from(text, 'base64'));
  return unpacked !== undefined && isInterchange(unpacked) ? unpacked : bytes;
}

/** Whether `=` stands at the end alone, and twice at most: a decoder leaves out what follows it. */
function isPadded(text: string): boolean {
  const start = text.indexOf('=');
  if (start === -1) return true;
  const padding = text.slice(start);
  return padding.length <= LONGEST_PADDING && /^==?$/.test(padding.replace(/\s/g, ''));
}
