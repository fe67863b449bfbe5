import type { Delimiters } from 'ediloom';
import { RowKind, type SegmentIndex } from './segment-index.js';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const EMPTY_DELIMITERS: Delimiters = { element: '*', component: ':', segment: '~' };

export function delimitersOf(interchange: { readonly delimiters: Delimiters } | undefined): Delimiters {
  return interchange?.delimiters ?? EMPTY_DELIMITERS;
}

/** Bytes as text: UTF-8 where they are that, else each byte as the character of its number, as the engine reads them. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return latin1Text(bytes);
  }
}

/** Text as bytes of a segment that was written by {@link textOf}. */
export function bytesOf(text: string, old: Uint8Array): Uint8Array<ArrayBuffer> {
  const isUtf8 = latin1Text(old) === textOf(old) ? isAscii(old) : true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all characters of one byte
  if (isUtf8 || !/^[\u0000-\u00ff]*$/.test(text)) return new TextEncoder().encode(text);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

function latin1Text(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return text;
}

/** The segments of a file as text, by their places in it. */
export class SegmentTexts {
  readonly #bytes: Uint8Array;
  readonly #index: SegmentIndex;

  constructor(bytes: Uint8Array, index: SegmentIndex) {
    this.#bytes = bytes;
    this.#index = index;
  }

  /** Bytes from the start of the file. */
  start(segment: number): number {
    return this.#index.starts[segment] ?? 0;
  }

  /** Behind the last byte that is not the terminator. */
  end(segment: number): number {
    return this.start(segment) + (this.#index.lengths[segment] ?? 0);
  }

  /** Behind the terminator, where there is one. */
  endWithTerminator(segment: number): number {
    return this.end(segment) + (((this.#index.kinds[segment] ?? 0) & RowKind.truncated) === 0 ? 1 : 0);
  }

  bytes(segment: number, most = Number.POSITIVE_INFINITY): Uint8Array {
    const start = this.start(segment);
    return this.#bytes.subarray(start, Math.min(this.end(segment), start + most));
  }

  text(segment: number): string {
    return textOf(this.bytes(segment));
  }

  /** The first bytes as text; a character that the cut divides is left out. */
  beginning(segment: number, most: number): string {
    const whole = this.bytes(segment, most + 1);
    if (whole.length <= most) return textOf(whole);
    let to = most;
    while (to > most - 3 && ((whole[to] ?? 0) & 0xc0) === 0x80) to--;
    return textOf(whole.subarray(0, to));
  }

  tag(segment: number): string {
    const { element } = delimitersOf(this.#index.interchangeOf(segment));
    return this.beginning(segment, 16).split(element, 1)[0] ?? '';
  }
}
