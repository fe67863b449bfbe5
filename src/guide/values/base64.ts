const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = 0x3d;
const NO_DIGIT = 0xff;
// Characters are gathered in pieces: one long run of concatenations would cost memory per character.
const PIECE_OCTETS = 3 * 4096;

/** Base 64 (RFC 4648, padded) of octets given as one character each, as {@link SegmentBatch.element} gives a binary element. */
export function base64Of(octets: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < octets.length; start += PIECE_OCTETS) {
    pieces.push(pieceOf(octets, start, Math.min(start + PIECE_OCTETS, octets.length)));
  }
  return pieces.join('');
}

function pieceOf(octets: string, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i += 3) {
    const left = end - i;
    const second = left > 1 ? octets.charCodeAt(i + 1) : 0;
    const third = left > 2 ? octets.charCodeAt(i + 2) : 0;
    const bits = (octets.charCodeAt(i) << 16) | (second << 8) | third;
    text += ALPHABET.charAt(bits >> 18) + ALPHABET.charAt((bits >> 12) & 63);
    text += left > 1 ? ALPHABET.charAt((bits >> 6) & 63) : '=';
    text += left > 2 ? ALPHABET.charAt(bits & 63) : '=';
  }
  return text;
}

/** The octets of a base 64 text; padding may be left out. Undefined when it is not base 64. */
export function octetsOf(text: string): Uint8Array | undefined {
  let length = text.length;
  while (length > 0 && length > text.length - 2 && text.charCodeAt(length - 1) === PADDING) length--;
  const rest = length % 4;
  if (rest === 1 || (length < text.length && text.length % 4 !== 0)) return undefined;
  const octets = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let filled = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    const digit = DIGITS[text.charCodeAt(i)] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    bits = ((bits << 6) | digit) & 0xffffff;
    filled += 6;
    if (filled < 8) continue;
    filled -= 8;
    octets[at++] = (bits >> filled) & 0xff;
  }
  return octets;
}

const DIGITS = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = ALPHABET.indexOf(String.fromCharCode(code));
  return digit < 0 ? NO_DIGIT : digit;
});
