import { Transform, type TransformCallback } from 'node:stream';
import type { InTurn } from '../../joined-chunks.js';
import { S3Error } from '../s3-error.js';
import type { SigningContext } from '../signature/check-signature.js';
import { ChunkSignatures } from './chunk-signatures.js';

/** Characters of the line before a chunk, which has its size and its signature. */
const MAX_CHUNK_HEADER = 512;
/** Characters of all lines of the trailer together. */
const MAX_TRAILER = 4096;
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

export interface AwsChunkedOptions {
  /** Bytes of the body without its frames, as `x-amz-decoded-content-length` has it. */
  readonly decodedLength: number;
  /** Whose signatures chunks must have; absent: none. */
  readonly signing?: SigningContext | undefined;
  readonly hasTrailer: boolean;
  /** Pieces with very many chunks in them would keep others waiting: the next piece is read when it is its turn. Default: at once. */
  readonly inTurn?: InTurn | undefined;
}

/** Chunks in one piece of the body from which on the next piece waits for its turn. */
const MANY = 200;

/** What comes next: the line before a chunk, its bytes, the line end behind them, or a line of the trailer. */
type Place = 'header' | 'bytes' | 'after-bytes' | 'trailer';

/**
 * Takes the frames of `aws-chunked` off a body while it streams. The signature of a chunk is checked when its bytes have been given out already, and a
 * wrong one ends the stream with an error: so nothing may be committed before its end.
 */
export class AwsChunked extends Transform {
  readonly #options: AwsChunkedOptions;
  readonly #signatures: ChunkSignatures | undefined;
  #place: Place = 'header';
  /** What has come of the line at hand. */
  #line = '';
  /** Bytes of the chunk at hand that have not come yet. */
  #left = 0;
  #decoded = 0;
  #trailerBytes = 0;
  readonly #trailer = new Map<string, string>();

  constructor(options: AwsChunkedOptions) {
    super();
    this.#options = options;
    this.#signatures = options.signing && new ChunkSignatures(options.signing);
  }

  /** Names in small letters and values behind the body; known at its end. */
  get trailer(): ReadonlyMap<string, string> {
    return this.#trailer;
  }

  override _transform(input: Buffer, _: BufferEncoding, done: TransformCallback): void {
    try {
      // Given out as one piece, as a body in chunks of one byte each would otherwise be as many pieces.
      const pieces = this.#take(input);
      const bytes = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0];
      const { inTurn } = this.#options;
      if (inTurn === undefined || pieces.length < MANY) done(null, bytes);
      else inTurn(() => done(null, bytes));
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#end();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #take(input: Buffer): readonly Buffer[] {
    const pieces: Buffer[] = [];
    let at = 0;
    while (at < input.length) {
      if (this.#place === 'bytes') {
        const piece = input.subarray(at, at + this.#left);
        at += piece.length;
        pieces.push(piece);
        this.#takeBytes(piece);
      } else {
        const end = input.indexOf('\n', at);
        const to = end < 0 ? input.length : end + 1;
        this.#addToLine(input.toString('latin1', at, to));
        at = to;
        if (end >= 0) this.#takeLine();
      }
    }
    return pieces;
  }

  #takeBytes(piece: Buffer): void {
    this.#signatures?.update(piece);
    this.#left -= piece.length;
    if (this.#left > 0) return;
    this.#signatures?.end();
    this.#place = 'after-bytes';
  }

  #addToLine(text: string): void {
    if (this.#place === 'trailer') this.#trailerBytes += text.length;
    if (this.#line.length + text.length > MAX_CHUNK_HEADER || this.#trailerBytes > MAX_TRAILER) {
      throw new S3Error('InvalidRequest', 'The line before a chunk, or the trailer, is too long.');
    }
    this.#line += text;
  }

  #takeLine(): void {
    const line = this.#line.replace(/\r?\n$/, '');
    this.#line = '';
    if (this.#place === 'header') this.#begin(line);
    else if (this.#place === 'after-bytes') {
      if (line !== '') throw new S3Error('IncompleteBody', 'A chunk has more bytes than its size.');
      this.#place = 'header';
    } else this.#takeTrailer(line);
  }

  #begin(header: string): void {
    const [, digits = '', rest = ''] = /^([0-9a-fA-F]{1,12})((?:;.*)?)$/.exec(header) ?? [];
    if (digits === '')
      throw new S3Error('InvalidRequest', 'The body is not in chunks, as x-amz-content-sha256 says it is.');
    this.#left = Number.parseInt(digits, 16);
    this.#decoded += this.#left;
    if (this.#decoded > this.#options.decodedLength) throw this.#otherLength();
    const [, signature = ''] = /;\s*chunk-signature=([0-9a-f]{64})\s*(?:;|$)/.exec(rest) ?? [];
    this.#signatures?.begin(signature);
    if (this.#left > 0) this.#place = 'bytes';
    else this.#endChunks();
  }

  #endChunks(): void {
    this.#signatures?.end();
    if (this.#decoded !== this.#options.decodedLength) throw this.#otherLength();
    this.#place = 'trailer';
  }

  /** A line behind the last chunk. Some clients write empty lines there, so that the trailer ends with the body and not with an empty line. */
  #takeTrailer(line: string): void {
    if (line === '') return;
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (!this.#options.hasTrailer || key === '' || this.#trailer.has(key)) throw new S3Error('MalformedTrailerError');
    this.#trailer.set(key, value);
  }

  #end(): void {
    if (this.#place !== 'trailer') {
      throw new S3Error('IncompleteBody', 'The body ends within a chunk, or before the last one.');
    }
    this.#takeTrailer(this.#line);
    if (this.#signatures === undefined || !this.#options.hasTrailer) return;
    const given = this.#trailer.get(TRAILER_SIGNATURE) ?? '';
    this.#trailer.delete(TRAILER_SIGNATURE);
    const lines = [...this.#trailer].sort(([left], [right]) => (left < right ? -1 : 1));
    this.#signatures.endTrailer(lines.map(([name, value]) => `${name}:${value}\n`).join(''), given);
  }

  #otherLength(): S3Error {
    return new S3Error('IncompleteBody', 'The body has not as many bytes as x-amz-decoded-content-length says.');
  }
}
