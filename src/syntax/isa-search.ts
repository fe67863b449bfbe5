import { X12Error } from '../model/error.js';
import { DELIMITER_TEXTS, type DelimiterReason } from '../model/reasons/texts/delimiter-texts.js';
import { BLANK, byteAt, CR, LF, TAB } from './byte-classes.js';
import type { Encoding } from './encoding.js';
import { foreignInputError, notAnInterchange, SNIFF_BYTES } from './foreign-input.js';
import { hasIsaTag, type IsaHeader, isPlausibleIsa, readIsa } from './read-isa.js';

export type SearchStep =
  | { readonly kind: 'header'; readonly header: IsaHeader }
  /** An ISA whose delimiters cannot work was passed over. */
  | { readonly kind: 'refused'; readonly reason: DelimiterReason }
  | { readonly kind: 'incomplete' };

const INCOMPLETE: SearchStep = { kind: 'incomplete' };

export interface IsaSearchOptions {
  readonly encoding: Encoding;
  readonly foldTags: boolean;
}

/** Walks over what stands outside interchanges until an ISA is found; it resumes where it stopped. */
export class IsaSearch {
  /** Buffer offset where the outside text begins. */
  from = 0;
  /** Buffer offset up to which it was searched; the ISA once found. */
  at = 0;
  byteOrderMark = false;
  layout = false;
  /** Something else than a byte order mark or white space was skipped. */
  text = false;
  /** The input ended inside an ISA. */
  cut = false;
  /** The text that was skipped begins with an ISA that cannot be read: a whole interchange is lost. */
  unreadable = false;
  readonly #options: IsaSearchOptions;
  #strict = false;

  constructor(options: IsaSearchOptions) {
    this.#options = options;
  }

  /**
   * Begins anew at an offset.
   * @param strict text in front of the ISA is an error: nothing was read yet, and the caller did not ask to scan.
   */
  begin(from: number, strict: boolean): void {
    this.from = from;
    this.at = from;
    this.byteOrderMark = false;
    this.layout = false;
    this.text = false;
    this.cut = false;
    this.unreadable = false;
    this.#strict = strict;
  }

  /**
   * Searches `bytes` (all that is there) from `at` on.
   * @throws X12Error `X12_NOT_AN_INTERCHANGE`, `X12_ENCODING_UNSUPPORTED` or `X12_DELIMITERS_INVALID` where the search is
   * strict and the input does not begin with a usable ISA.
   */
  step(bytes: Uint8Array, options: { readonly final: boolean; readonly inputOffset: number }): SearchStep {
    for (;;) {
      if (this.text) this.#skipToLetter(bytes);
      else this.#skipLayout(bytes);
      const left = bytes.length - this.at;
      if (left === 0 || (left < 4 && !options.final)) return INCOMPLETE;
      const step = this.#tryIsa(bytes, options);
      if (step !== undefined) return step;
    }
  }

  #tryIsa(bytes: Uint8Array, { final, inputOffset }: { final: boolean; inputOffset: number }): SearchStep | undefined {
    const view = this.at === 0 ? bytes : bytes.subarray(this.at);
    const reading = readIsa(view, { encoding: this.#options.encoding, foldTags: this.#options.foldTags, final });
    if (reading.kind === 'incomplete') return INCOMPLETE;
    if (reading.kind === 'header' && (!this.text || isPlausibleIsa(reading.header))) return reading;
    if (this.#strict) {
      if (view.length < SNIFF_BYTES && !final) return INCOMPLETE;
      if (reading.kind === 'refused') throw refusedError(reading.reason, inputOffset + this.at);
      const why = reading.kind === 'none' && hasIsaTag(view, false) ? reading.why : undefined;
      if (why === undefined) throw foreignInputError(view, inputOffset + this.at);
      throw notAnInterchange(why, inputOffset + this.at);
    }
    const atSegmentStart = !this.text;
    this.cut ||= atSegmentStart && reading.kind === 'none' && reading.cut === true;
    this.unreadable ||=
      atSegmentStart && reading.kind === 'none' && hasIsaTag(view, this.#options.foldTags) && !this.cut;
    this.text = true;
    this.at++;
    return atSegmentStart && reading.kind === 'refused' ? reading : undefined;
  }

  #skipLayout(bytes: Uint8Array): void {
    for (; this.at < bytes.length; this.at++) {
      const byte = byteAt(bytes, this.at);
      if (byte === CR || byte === LF || byte === BLANK || byte === TAB) {
        this.layout = true;
      } else if (byte === 0xef && byteAt(bytes, this.at + 1) === 0xbb && byteAt(bytes, this.at + 2) === 0xbf) {
        this.byteOrderMark = true;
        this.at += 2;
      } else {
        return;
      }
    }
  }

  #skipToLetter(bytes: Uint8Array): void {
    const { foldTags } = this.#options;
    while (this.at < bytes.length) {
      const byte = byteAt(bytes, this.at);
      if (byte === 0x49 || (foldTags && byte === 0x69)) return;
      this.at++;
    }
  }
}

function refusedError(reason: DelimiterReason, inputOffset: number): X12Error {
  const { text, advice } = DELIMITER_TEXTS[reason];
  const message =
    reason === 'isa-component-separator-missing'
      ? `ISA16 or the segment terminator is missing: a segment id follows too early. ${advice}`
      : `${text}. ${advice} One above 0x7F needs the name of its single-byte encoding, such as ISO 8859-1.`;
  return new X12Error('X12_DELIMITERS_INVALID', message, { details: { reason, inputOffset } });
}
