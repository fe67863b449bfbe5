import { abortedError, throwIfAborted } from '../../delivery/aborted.js';
import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { X12Error } from '../../model/error.js';
import { chunksOf } from '../../syntax/source.js';
import { splitPath } from '../virtual-files/virtual-path.js';
import type { FileStore, ReasonOf, StoredFile } from './file-store.js';
import type { PutFileOptions, RemoteFile, RemoteFiles, RenameMode } from './remote-files.js';
import { quietly } from './session-errors.js';
import { errorOfStore } from './store-error.js';

/** Files of one listing. A bucket may hold any number; what comes after them is listed when they are gone. */
const MAX_LISTING = 100_000;

const NEVER = new AbortController().signal;

/** A store of whole files as a session: what its author need not know of signals, ends and errors is done here. */
export function remoteOfStore(store: FileStore, reasonOf?: ReasonOf): RemoteFiles {
  return new StoreSession(store, reasonOf);
}

class StoreSession implements RemoteFiles {
  readonly renameModes: readonly RenameMode[] = ['plain', 'delete-then-rename'];
  readonly facts: Readonly<Record<string, string>>;
  readonly #store: FileStore;
  readonly #reasonOf: ReasonOf | undefined;
  #closed = false;

  constructor(store: FileStore, reasonOf: ReasonOf | undefined) {
    this.#store = store;
    this.#reasonOf = reasonOf;
    this.facts = store.facts ?? {};
  }

  list(directory: string, signal?: AbortSignal): Promise<readonly RemoteFile[]> {
    return this.#step(directory, signal, 'directory-missing', (going) => this.#listed(directory, going));
  }

  async stat(path: string, signal?: AbortSignal): Promise<RemoteFile | undefined> {
    const { directory, name } = splitPath(path);
    if (this.#store.stat === undefined) return (await this.list(directory, signal)).find((file) => file.name === name);
    try {
      const seen = await this.#step(path, signal, 'file-missing', async (going) =>
        this.#store.stat?.(path, { signal: going }),
      );
      return seen && remoteFile({ ...seen, name });
    } catch (error) {
      if (transportReasonOf(error) === 'file-missing') return undefined;
      throw error;
    }
  }

  async put(path: string, bytes: AsyncIterable<Uint8Array>, options: PutFileOptions): Promise<void> {
    const { size, replace, contentType, signal } = options;
    await this.#step(path, signal, 'directory-missing', (going) =>
      this.#store.put(path, bytes, { size, replace, contentType, signal: going }),
    );
  }

  /** Only what is put away is written so: payloads are put. */
  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    await this.put(path, listed(chunks), { size, replace: true, contentType: 'application/edi-x12', signal });
  }

  async *read(
    path: string,
    { offset = 0, signal }: { readonly offset?: number; readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Uint8Array> {
    const source = await this.#step(path, signal, 'file-missing', async (going) =>
      this.#store.read(path, { signal: going }),
    );
    const chunks = chunksOf(source);
    let skip = offset;
    let ended = false;
    try {
      for (;;) {
        const next = await this.#step(path, signal, 'file-missing', () => chunks.next());
        if (next.done) break;
        if (skip < next.value.length) yield next.value.subarray(skip);
        skip = Math.max(0, skip - next.value.length);
      }
      ended = true;
    } finally {
      // Not waited for: a store that has stopped answering would keep us here.
      if (!ended) void quietly(() => chunks.return());
    }
  }

  /** A copy, then a removal: whoever sees both sees the same bytes twice, and a file that was accepted is known by the journal. */
  async rename(from: string, to: string, mode: RenameMode, signal?: AbortSignal): Promise<void> {
    const seen = await this.stat(from, signal);
    if (seen === undefined) throw transportError('rename-refused', { details: { path: from } });
    const replace = mode !== 'plain';
    const contentType = 'application/edi-x12';
    await this.put(to, this.read(from, { signal }), { size: seen.size, replace, contentType, signal });
    await this.remove(from, signal);
  }

  async remove(path: string, signal?: AbortSignal): Promise<void> {
    try {
      await this.#step(path, signal, 'file-missing', (going) => this.#store.remove(path, { signal: going }));
    } catch (error) {
      if (transportReasonOf(error) !== 'file-missing') throw error;
    }
  }

  rest(): void {}

  async wake(): Promise<boolean> {
    return !this.#closed;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #listed(directory: string, signal: AbortSignal): Promise<readonly RemoteFile[]> {
    const files: RemoteFile[] = [];
    for await (const file of await this.#store.list(directory, { signal })) {
      throwIfAborted(signal);
      if (file.name !== '' && !file.name.includes('/')) files.push(remoteFile(file));
      if (files.length >= MAX_LISTING) break;
    }
    return files;
  }

  /** One call of the store. It ends at the signal, whatever the store does about it. */
  async #step<T>(
    path: string,
    signal: AbortSignal = NEVER,
    missing: TransportReason,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    throwIfAborted(signal);
    if (this.#closed) throw transportError('closed');
    try {
      const going: unknown = work(signal);
      if (!isPromise(going)) throw notWaitedFor(path);
      return await untilAborted(Promise.resolve(going as Promise<T>), signal); // what work gives
    } catch (error) {
      throw signal.aborted ? abortedError(error) : errorOfStore(error, { reasonOf: this.#reasonOf, path, missing });
    }
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

// What is not waited for would be called delivered before it is.
function notWaitedFor(path: string): X12Error {
  const text =
    'A function of the store gave no promise, so that nobody knows when it is done. Make it async, or return its promise.';
  return new X12Error('X12_OPTION_INVALID', text, { details: { path } });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedError(signal.reason));
    // The call itself may have ended it.
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function* listed(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function remoteFile({ name, size, modified }: StoredFile): RemoteFile {
  const time = modified instanceof Date ? modified.getTime() : modified;
  return { name, kind: 'file', size, ...(time === undefined ? {} : { modified: time }) };
}
