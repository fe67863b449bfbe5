const BLANKS = new Set([0x09, 0x0a, 0x0d, 0x20]);
const ISA = [0x49, 0x53, 0x41];

/** A payload as it begins: partners put line ends before it, to please the eye. @returns `undefined` where nothing is left. */
export function withoutBlanks(bytes: Uint8Array): Uint8Array | undefined {
  let start = 0;
  while (BLANKS.has(bytes[start] ?? 0)) start++;
  return start === bytes.length ? undefined : bytes.subarray(start);
}

/** Whether bytes begin as an interchange does. */
export function isInterchange(bytes: Uint8Array): boolean {
  return ISA.every((byte, index) => bytes[index] === byte);
}

/** An interchange that came in base64, which separators that XML cannot have need; other bytes stay as they are. */
export function unpackedBase64(bytes: Uint8Array): Uint8Array {
  // Nothing but `SVNB` becomes ISA.
  if (!(bytes[0] === 0x53 && bytes[1] === 0x56 && bytes[2] === 0x4e && bytes[3] === 0x42)) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return bytes;
  const unpacked = Buffer.from(text, 'base64');
  return isInterchange(unpacked) ? unpacked : bytes;
}
