import type { TransportReason } from '../../delivery/transport-reasons.js';
import type { Source } from '../../syntax/source.js';

/** What a store tells of a file. */
export interface StoredFile {
  /** Without its directory. Of a listing, those with a `/` are below the directory and are left out. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was last changed; a number is milliseconds since 1970. Absent: files of a name are told apart by their bytes. */
  readonly modified?: Date | number | undefined;
}

export interface CallOptions {
  /** Comes with the caller's signal and with `close`. Nobody waits for a call after it, so to pass it on only saves work. */
  readonly signal: AbortSignal;
}

export interface PutOptions extends CallOptions {
  /** Bytes of the whole. */
  readonly size: number;
  /** False: a path that is taken is an error of `target-exists` (HTTP 412), which the store itself gives where it can. */
  readonly replace: boolean;
  /** Media type of the payload: `application/edi-x12` unless it says otherwise. */
  readonly contentType: string;
}

/**
 * A store of whole files, such as a bucket: the few steps of which {@link defineTransport} makes a transport. Paths are the directory of the
 * settings, `/` and the name. Calls may come at once. What they throw is classified: an `X12Error` stays as it is, then `reasonOf` is asked, then
 * the status of HTTP that errors of most clients carry, then the code of Node's sockets; all else is a lost connection, and is tried again.
 */
export interface FileStore {
  /**
   * Puts a file under its path: whole or not at all, so that nobody sees half of it, and a call that ends before the last byte was read puts
   * nothing. Resolves when the store has it safe.
   */
  put(path: string, bytes: AsyncIterable<Uint8Array>, options: PutOptions): Promise<unknown>;
  /** The bytes from the first, in any form that a parser takes. @throws `file-missing` (HTTP 404). */
  read(path: string, options: CallOptions): Source | Promise<Source>;
  /** The files of a directory, in any order. @throws `directory-missing` (HTTP 404) where there is such a thing. */
  list(
    directory: string,
    options: CallOptions,
  ): Iterable<StoredFile> | AsyncIterable<StoredFile> | Promise<Iterable<StoredFile>>;
  /** No complaint where there is none. */
  remove(path: string, options: CallOptions): Promise<unknown>;
  /** One file; `undefined`, or HTTP 404: there is none. Absent: the directory is listed for it, so have it where that may be long. */
  readonly stat?: ((path: string, options: CallOptions) => Promise<Omit<StoredFile, 'name'> | undefined>) | undefined;
  /** Lets go of what the store has open; called once, when the transport is closed. */
  readonly close?: (() => Promise<unknown>) | undefined;
  /** What a check shows of it: region, endpoint. No secrets. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
}

/** Says why a call of a store failed; `undefined` for what it does not know. */
export type ReasonOf = (error: unknown) => TransportReason | undefined;
