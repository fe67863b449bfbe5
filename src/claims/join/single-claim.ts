import type { Delimiters } from '../../model/delimiters.js';
import { X12Error } from '../../model/error.js';
import type { TokenBatch } from '../../syntax/batch.js';
import { decodeLatin1 } from '../../syntax/encoding.js';
import { Tokenizer } from '../../syntax/tokenizer.js';

/** A segment: the bytes of its interchange from `from` to `to`, terminator not included. */
export interface Span {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/** An interchange of one group, of one 837, of one claim. It holds places in its bytes, and nothing of their text. */
export interface SingleClaim {
  readonly bytes: Uint8Array;
  readonly delimiters: Delimiters;
  /** Line break behind the ISA. */
  readonly newline: string;
  readonly isa: Span;
  readonly gs: Span;
  readonly st: Span;
  readonly bht: Span;
  /** Behind the BHT and before the first HL: 1000A and 1000B. */
  readonly parties: readonly Span[];
  /** From the first HL to the last segment before the SE. */
  readonly levels: readonly Span[];
}

const FIRST = ['ISA', 'GS', 'ST', 'BHT'];
const LAST = ['SE', 'GE', 'IEA'];
const ENVELOPE: ReadonlySet<string> = new Set([...FIRST, ...LAST, 'TA1']);

/** Reads interchanges of one claim each, one after another, with one tokenizer. */
export class SingleClaimReader {
  #tokenizer = new Tokenizer();

  /**
   * Cuts an interchange into its parts. Its contents were judged before and are not judged again.
   * @throws X12Error `X12_DATA_INVALID` where it is something else than one interchange of one group of one 837 of one claim; as the
   * tokenizer does.
   */
  read(interchange: Uint8Array): SingleClaim {
    // One that has ended in an error, or has grown large, is not kept.
    if (!this.#tokenizer.reset()) this.#tokenizer = new Tokenizer();
    const tokenizer = this.#tokenizer;
    const spans: Span[] = [];
    // Batches are valid until the tokenizer is called again, and its end gives none but one of a segment that is cut off.
    const batches = tokenizer.push(interchange);
    const opening = batches.find((batch) => batch.opening !== undefined)?.opening;
    let from = opening?.inputOffset ?? 0;
    for (const batch of batches) {
      from = batch.opening?.inputOffset ?? from;
      addSpans(spans, batch, from);
    }
    const isCut = tokenizer.end().some(({ count }) => count > 0);
    if (opening === undefined || isCut || tokenizer.trailing.trim() !== '') throw notOneClaim();
    return partsOf(interchange, spans, opening);
  }
}

/** The elements of a segment, its tag first, as one character a byte: so what is equal is equal byte for byte. */
export function elementsOf({ bytes, delimiters }: SingleClaim, { from, to }: Span): string[] {
  return decodeLatin1(bytes.subarray(from, to)).split(delimiters.element);
}

function addSpans(spans: Span[], batch: TokenBatch, inputOffset: number): void {
  const { marks, starts, baseOffset, count } = batch;
  for (let i = 0; i < count; i++) {
    const base = inputOffset + baseOffset;
    const from = base + (marks[starts[i] ?? 0] ?? 0) + 1;
    const to = base + (marks[(starts[i + 1] ?? 0) - 1] ?? 0);
    spans.push({ tag: batch.tag(i), from, to });
  }
}

function partsOf(
  bytes: Uint8Array,
  spans: readonly Span[],
  { delimiters, newline }: { readonly delimiters: Delimiters; readonly newline: string },
): SingleClaim {
  const [isa, gs, st, bht] = spans;
  const body = spans.slice(FIRST.length, -LAST.length);
  const firstLevel = body.findIndex(({ tag }) => tag === 'HL');
  const isFramed =
    FIRST.every((tag, at) => spans[at]?.tag === tag) &&
    LAST.every((tag, at) => spans.at(at - LAST.length)?.tag === tag) &&
    !body.some(({ tag }) => ENVELOPE.has(tag));
  const claims = body.filter(({ tag }) => tag === 'CLM').length;
  if (!isFramed || isa === undefined || gs === undefined || st === undefined || bht === undefined) throw notOneClaim();
  if (claims !== 1 || firstLevel === -1) throw notOneClaim();
  const parts = { isa, gs, st, bht, parties: body.slice(0, firstLevel), levels: body.slice(firstLevel) };
  const claim = { bytes, delimiters, newline, ...parts };
  // The ISA has a tag and 16 elements, the GS a tag and 8.
  const isWhole = elementsOf(claim, isa).length === 17 && elementsOf(claim, gs).length === 9;
  if (!isWhole || elementsOf(claim, st)[1] !== '837') throw notOneClaim();
  return claim;
}

function notOneClaim(): X12Error {
  const text =
    'This is not one interchange of one group with one 837 of one claim. Give each claim as an interchange of its own.';
  return new X12Error('X12_DATA_INVALID', text);
}
