import { requireForm } from '../model/check-options.js';
import { isOptions } from '../model/option-rules.js';

/**
 * How bytes above 0x7F become characters. Framing happens on bytes, so an encoding must leave ASCII bytes alone and must
 * not use them inside longer characters; UTF-16, EBCDIC and Shift_JIS do not qualify.
 */
export interface Encoding {
  readonly name: string;
  /** Text of the bytes; `undefined` when they are not valid in this encoding. */
  decode(bytes: Uint8Array): string | undefined;
  /** Bytes of the text; `undefined` when a character does not exist in this encoding. */
  encode(text: string): Uint8Array | undefined;
}

// A byte order mark inside the data is data: without ignoreBOM a value would lose it.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8Encoder = new TextEncoder();

/** UTF-8; invalid sequences and lone surrogates are refused, never replaced. */
export const utf8: Encoding = {
  name: 'utf-8',
  decode(bytes) {
    try {
      return strictUtf8.decode(bytes);
    } catch {
      return undefined;
    }
  },
  encode: (text) => (hasLoneSurrogate(text) ? undefined : utf8Encoder.encode(text)),
};

/** ISO 8859-1, one byte a character: every input is valid, so bytes survive. */
export const latin1: Encoding = {
  name: 'iso-8859-1',
  decode: decodeLatin1,
  encode: (text) => encodeBelow(text, 0x100),
};

/** ASCII: bytes above 0x7F are invalid. */
export const ascii: Encoding = {
  name: 'us-ascii',
  decode: (bytes) => (bytes.some((byte) => byte > 0x7f) ? undefined : decodeLatin1(bytes)),
  encode: (text) => encodeBelow(text, 0x80),
};

export const ENCODING = {
  fits: (value: unknown) => isOptions(value) && typeof value.name === 'string' && isCodec(value),
  name: 'utf8, latin1 or ascii (they are exported, not names), or what encodingNamed of ediloom/encodings makes of a name',
} as const;

function isCodec({ decode, encode }: Readonly<Record<string, unknown>>): boolean {
  return typeof decode === 'function' && typeof encode === 'function';
}

/**
 * The encoding that an option gives; UTF-8 where it gives none.
 * @throws X12Error `X12_OPTION_INVALID` for what is no encoding, such as its name.
 */
export function requireEncoding(given: Encoding | undefined): Encoding {
  const encoding = given ?? utf8;
  requireForm('what reads or writes', 'encoding', encoding, ENCODING);
  return encoding;
}

// The label `latin1` of TextDecoder means windows-1252, which remaps 0x80-0x9F; char codes do not.
const CODES_PER_CALL = 8192;

/** Text with one character (U+0000-U+00FF) for each byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CODES_PER_CALL) {
    text += String.fromCharCode(...bytes.subarray(from, from + CODES_PER_CALL));
  }
  return text;
}

function encodeBelow(text: string, bound: number): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= bound) return undefined;
    bytes[i] = code;
  }
  return bytes;
}

function hasLoneSurrogate(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) continue;
    const next = text.charCodeAt(i + 1);
    if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return true;
    i++;
  }
  return false;
}
