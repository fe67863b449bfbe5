import { CmsError } from './cms-error.js';
import { type BerHeader, isConstructed, readBerHeader, TAG } from './der.js';

/** Strings within strings, and end marks awaited at once. */
const MAX_DEPTH = 32;
/** Elements of what is taken whole, as `readDer` has it: each is looked at, and may have no more than two bytes. */
const MAX_ELEMENTS = 20_000;
/** Pieces of a string that may be of any size, and the bytes that each further one must have on the average. */
const FREE_PIECES = 50_000;
const MIN_PIECE = 16;
/** Bytes of tag and length at most. */
const MAX_HEADER = 8;
/** Bytes of a string handed on at once, so that other work gets its turn in between. */
const PIECE = 256 * 1024;

interface Frame {
  /** Where it ends, counted from the beginning of all; `undefined`: at its end mark. */
  readonly end: number | undefined;
  /** Nothing in it goes beyond: its own end or that of what surrounds it. */
  readonly limit: number;
}

/**
 * Reads BER that is larger than memory: elements are entered and left one after another, small ones taken whole, and the octets of
 * a string handed on as they come, whether it is one piece or thousands (BouncyCastle sends 1000 bytes at a time). Depth is limited
 * to 32; what is taken whole, by the caller. What follows the outermost element is not read.
 */
export class BerStream {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  /** Of `#chunk`: what is before it was read. */
  #at = 0;
  /** Bytes read in all. */
  #offset = 0;
  #peeked: BerHeader | undefined;
  readonly #frames: Frame[] = [];

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The tag of the next element of what was entered; `undefined` at its end. */
  async peek(): Promise<number | undefined> {
    if (this.#peeked !== undefined) return this.#peeked.tag === 0 ? undefined : this.#peeked.tag;
    const frame = this.#frames.at(-1);
    if (frame !== undefined && this.#offset > frame.limit)
      throw new CmsError('malformed', 'An element goes beyond its end.');
    if (frame?.end === this.#offset) return undefined;
    const header = await this.#header();
    if (header.tag === 0 && frame?.end === undefined && frame !== undefined && header.length === 0) {
      this.#peeked = header;
      return undefined;
    }
    if (header.tag === 0) throw new CmsError('malformed', 'An end mark is where none belongs.');
    const limit = frame?.limit ?? Number.POSITIVE_INFINITY;
    if (this.#offset + header.headerSize + (header.length ?? 0) > limit) {
      throw new CmsError('malformed', 'An element goes beyond what surrounds it.');
    }
    this.#peeked = header;
    return header.tag;
  }

  /** Goes into the next element, which has this tag. @throws CmsError `malformed` if not. */
  async enter(tag: number): Promise<void> {
    if ((await this.peek()) !== tag || this.#peeked === undefined)
      throw new CmsError('malformed', 'An element is missing.');
    if (this.#frames.length >= MAX_DEPTH) throw new CmsError('malformed', 'It is nested too deeply.');
    const { length } = this.#peeked;
    this.#skipHeader();
    const surrounding = this.#frames.at(-1)?.limit ?? Number.POSITIVE_INFINITY;
    const end = length === undefined ? undefined : this.#offset + length;
    this.#frames.push({ end, limit: end ?? surrounding });
  }

  /** Leaves what was entered last. @throws CmsError `malformed` unless all of it was read. */
  async leave(): Promise<void> {
    if ((await this.peek()) !== undefined) throw new CmsError('malformed', 'It has an element too many.');
    if (this.#peeked !== undefined) this.#skipHeader();
    this.#frames.pop();
  }

  /**
   * The next element whole, tag and length with it.
   * @throws CmsError `too-large` beyond `limit` bytes; `malformed`.
   */
  async element(limit: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let size = 0;
    const take = async (count: number): Promise<void> => {
      size += count;
      if (size > limit) throw new CmsError('too-large', 'A part that must be held in memory is too long.');
      for await (const piece of this.#bytes(count)) parts.push(piece);
    };
    // End marks that are still to come.
    let open = 0;
    let elements = 0;
    do {
      if (++elements > MAX_ELEMENTS) throw new CmsError('malformed', 'It has too many elements.');
      const header = open === 0 ? await this.#peekedHeader() : await this.#header();
      this.#peeked = undefined;
      await take(header.headerSize + (header.length ?? 0));
      if (header.length === undefined) open++;
      else if (header.tag === 0) open--;
      if (open > MAX_DEPTH) throw new CmsError('malformed', 'It is nested too deeply.');
    } while (open > 0);
    return Buffer.concat(parts);
  }

  /**
   * The octets of the next element, a string with this tag, or with the same and the bit of a constructed one.
   * @throws CmsError `malformed`.
   */
  async *octets(tag: number): AsyncGenerator<Uint8Array> {
    const depth = this.#frames.length;
    let next = await this.peek();
    if (next === undefined || (next | 0x20) !== (tag | 0x20)) throw new CmsError('malformed', 'A string is missing.');
    const from = this.#offset;
    for (let pieces = 1; ; pieces++) {
      if (pieces > FREE_PIECES && pieces * MIN_PIECE > this.#offset - from) {
        throw new CmsError('malformed', 'A string has pieces too small.');
      }
      if (next === undefined) {
        await this.leave();
      } else if (isConstructed(next)) {
        await this.enter(next);
      } else {
        const { length } = await this.#peekedHeader();
        this.#skipHeader();
        yield* this.#bytes(length ?? 0);
      }
      if (this.#frames.length === depth) return;
      next = await this.peek();
      if (next !== undefined && next !== TAG.octetString && next !== TAG.constructedOctetString) {
        throw new CmsError('malformed', 'A piece of a string is none.');
      }
    }
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #peekedHeader(): Promise<BerHeader> {
    await this.peek();
    if (this.#peeked === undefined || this.#peeked.tag === 0) throw new CmsError('malformed', 'An element is missing.');
    return this.#peeked;
  }

  /** Looks at a header without going over it. */
  async #header(): Promise<BerHeader> {
    for (;;) {
      const rest = this.#chunk.subarray(this.#at);
      const header = readBerHeader(rest.length > MAX_HEADER ? rest.subarray(0, MAX_HEADER) : rest);
      if (header !== undefined) return header;
      const more = await this.#nextChunk();
      this.#chunk = rest.length === 0 ? more : Buffer.concat([rest, more]);
      this.#at = 0;
    }
  }

  #skipHeader(): void {
    const size = this.#peeked?.headerSize ?? 0;
    this.#peeked = undefined;
    this.#at += size;
    this.#offset += size;
  }

  async *#bytes(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (this.#at === this.#chunk.length) {
        this.#chunk = await this.#nextChunk();
        this.#at = 0;
      }
      const piece = this.#chunk.subarray(this.#at, this.#at + Math.min(left, PIECE));
      this.#at += piece.length;
      this.#offset += piece.length;
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  async #nextChunk(): Promise<Uint8Array> {
    const { done, value } = await this.#source.next();
    if (done) throw new CmsError('malformed', 'It ends too early.');
    return value;
  }
}
