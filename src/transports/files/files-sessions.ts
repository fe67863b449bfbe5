import { transportError } from '../../delivery/transport-error.js';
import type { ConnectFiles, RemoteFiles } from './remote-files.js';
import { isSessionDead, quietly } from './session-errors.js';

/**
 * The sessions of one round of receiving: one is kept open and used again; a further one is opened only while that is busy, such
 * as for a second reading at once. A session that died is replaced at its next use.
 */
export class FilesSessions {
  readonly #connect: ConnectFiles;
  readonly #open = new Set<RemoteFiles>();
  #idle: RemoteFiles | undefined;
  #closed = false;

  constructor(connect: ConnectFiles) {
    this.#connect = connect;
  }

  /** Does some steps in a session of their own. */
  async use<T>(work: (files: RemoteFiles) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const files = await this.#take(signal);
    try {
      const result = await work(files);
      await this.#giveBack(files, true);
      return result;
    } catch (error) {
      await this.#giveBack(files, !isSessionDead(error) && !signal?.aborted);
      throw error;
    }
  }

  /** Reads a file; the session is taken until the last byte, or until the loop is left. */
  async *read(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const files = await this.#take(signal);
    let whole = false;
    try {
      yield* files.read(path, { signal });
      whole = true;
    } finally {
      // After a transfer that was broken off, not every server can go on in the same session.
      await this.#giveBack(files, whole);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((files) => this.#drop(files)));
  }

  async #take(signal: AbortSignal | undefined): Promise<RemoteFiles> {
    if (this.#closed) throw transportError('closed', { at: 'The round of receiving is over' });
    const idle = this.#idle;
    this.#idle = undefined;
    if (idle !== undefined) return idle;
    const files = await this.#connect(signal);
    this.#open.add(files);
    if (!this.#closed) return files;
    await this.#drop(files);
    throw transportError('closed');
  }

  async #giveBack(files: RemoteFiles, usable: boolean): Promise<void> {
    if (usable && this.#idle === undefined && !this.#closed) this.#idle = files;
    else await this.#drop(files);
  }

  async #drop(files: RemoteFiles): Promise<void> {
    this.#open.delete(files);
    await quietly(() => files.close());
  }
}
