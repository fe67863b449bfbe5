import type { Readable } from 'node:stream';

/**
 * The port to where bytes lie: a folder of this machine, or a bucket of an S3-compatible store. Names are made of segments of
 * Unicode without control characters and backslashes, at most 255 bytes each and 1024 in all, separated by `/`; no segment is empty,
 * `.` or `..`. Adapters pass the contract of `test/objects/object-store-contract.ts`.
 */
export interface ObjectStore {
  /** `folder` or `s3`. */
  readonly kind: string;
  /** Of a store that can encrypt: whether it does so with new objects. */
  readonly seals?: boolean | undefined;
  /** Of a store that can encrypt: what it writes to. */
  readonly within?: ObjectStore | undefined;
  /**
   * Writes an object whole, in place of one with the same name: readers see the old bytes or the new ones, never a part. Resolves
   * once neither a kill nor a loss of power takes it back.
   */
  put(name: string, bytes: Uint8Array | Readable, options?: PutOptions): Promise<StoredObject>;
  /** @returns `undefined` where there is none. */
  get(name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** @returns `undefined` where there is none. */
  stat(name: string): Promise<StoredObject | undefined>;
  /** No complaint where there is none. */
  delete(name: string): Promise<void>;
  /**
   * Objects whose name starts with the prefix, in the order of their names' UTF-8 bytes. Sizes are of what is stored, which
   * encryption makes larger; `stat` reports the size of the object itself.
   */
  list(prefix: string): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

export interface PutOptions {
  readonly contentType?: string | undefined;
  /** More bytes end the writing with an error. Default: no limit. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StoredObject {
  readonly name: string;
  readonly size: number;
  /** Of all bytes, 64 hexadecimal digits; absent where the store would have to read the object to know it. */
  readonly sha256?: string | undefined;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface ByteRange {
  /** 0-based. */
  readonly from: number;
  readonly length: number;
}

/**
 * The name cannot be one of an object, or the object is larger than allowed, or the store cannot be reached (`unavailable`), or what it has is
 * not what was written (`lost`: missing, cut, or other bytes).
 */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  readonly code: 'name-refused' | 'too-large' | 'unavailable' | 'lost';

  constructor(code: ObjectStoreError['code'], text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}
