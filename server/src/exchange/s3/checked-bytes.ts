import { Transform, type TransformCallback } from 'node:stream';
import {
  type AnnouncedChecksum,
  algorithmOf,
  checksumHeader,
  type RunningChecksum,
  runningChecksum,
  soundChecksum,
} from '../../s3-wire/checksums/checksum.js';
import { checksumText } from '../../s3-wire/checksums/checksum-text.js';
import { S3Error } from '../../s3-wire/s3-error.js';

export interface CheckedOptions {
  readonly announced: AnnouncedChecksum | undefined;
  /** Names and values that came behind the bytes; asked at their end. */
  readonly trailer: () => ReadonlyMap<string, string> | undefined;
  /** Has the bytes written to this stream. Called when somebody begins to read, as nobody would hear of what goes wrong before. */
  readonly begin: (checked: CheckedBytes) => void;
}

/** The bytes of a body, and in place of their end an error where they do not have the checksum that came before or behind them. */
export class CheckedBytes extends Transform {
  readonly #announced: AnnouncedChecksum | undefined;
  readonly #trailer: CheckedOptions['trailer'];
  #begin: CheckedOptions['begin'] | undefined;
  readonly #running: RunningChecksum | undefined;
  #digest: string | undefined;

  constructor({ announced, trailer, begin }: CheckedOptions) {
    super();
    this.#announced = announced;
    this.#trailer = trailer;
    this.#begin = begin;
    this.#running = announced && runningChecksum(announced.algorithm);
  }

  /** As {@link checksumText} has it; known at the end. */
  get checksum(): string | undefined {
    return this.#announced && this.#digest && checksumText(this.#announced.algorithm, this.#digest);
  }

  override _read(size: number): void {
    const begin = this.#begin;
    this.#begin = undefined;
    begin?.(this);
    super._read(size);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#running?.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#check();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #check(): void {
    const trailer = this.#trailer() ?? new Map<string, string>();
    const unknown = [...trailer.keys()].some((name) => algorithmOf(name) !== this.#announced?.algorithm);
    if (unknown)
      throw new S3Error('MalformedTrailerError', 'The trailer has something that x-amz-trailer did not announce.');
    if (this.#announced === undefined || this.#running === undefined) return;
    const { algorithm, value } = this.#announced;
    const given = value ?? trailer.get(checksumHeader(algorithm));
    if (given === undefined)
      throw new S3Error('MalformedTrailerError', 'The trailer lacks what x-amz-trailer announced.');
    const digest = this.#running.digest();
    if (soundChecksum(algorithm, given) !== digest) throw new S3Error('BadDigest');
    this.#digest = digest;
  }
}
