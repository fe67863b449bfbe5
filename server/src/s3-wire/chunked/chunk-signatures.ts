import { createHash, type Hash } from 'node:crypto';
import { S3Error } from '../s3-error.js';
import { isSameHex, type SigningContext, signed } from '../signature/check-signature.js';

const EMPTY = createHash('sha256').digest('hex');

/** The chain of signatures of a body: each covers its chunk and the signature before it. The first follows that of the request. */
export class ChunkSignatures {
  readonly #context: SigningContext;
  #previous: string;
  #hash: Hash = createHash('sha256');
  #given = '';

  constructor(context: SigningContext) {
    this.#context = context;
    this.#previous = context.signature;
  }

  /** A chunk begins. @param given the signature that its header has. */
  begin(given: string): void {
    this.#given = given;
    this.#hash = createHash('sha256');
  }

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** The chunk is over. @throws S3Error `SignatureDoesNotMatch`. */
  end(): void {
    const lines = ['AWS4-HMAC-SHA256-PAYLOAD', ...this.#terms(), EMPTY, this.#hash.digest('hex')];
    this.#demand(this.#given, lines);
  }

  /** @param trailer the lines of the trailer, each `name:value` and a line feed. @throws S3Error `SignatureDoesNotMatch`. */
  endTrailer(trailer: string, given: string): void {
    const hash = createHash('sha256').update(trailer, 'latin1').digest('hex');
    this.#demand(given, ['AWS4-HMAC-SHA256-TRAILER', ...this.#terms(), hash]);
  }

  #terms(): readonly string[] {
    return [this.#context.time, this.#context.scope, this.#previous];
  }

  #demand(given: string, lines: readonly string[]): void {
    const expected = signed(this.#context.key, lines);
    if (!isSameHex(given, expected))
      throw new S3Error('SignatureDoesNotMatch', 'The signature of a chunk of the body is not the right one.');
    this.#previous = expected;
  }
}
