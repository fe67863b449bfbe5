import { transportError } from '../../delivery/transport-error.js';
import type { KeptSessions, Lease, UseOptions } from './kept-sessions.js';
import type { RemoteFiles } from './remote-files.js';
import { isRefusal } from './session-errors.js';

/** What one round of receiving has of the sessions that its transport keeps: all of it is given back when the round ends. */
export class FilesSessions {
  readonly #kept: KeptSessions;
  readonly #taken = new Set<Lease>();
  #closed = false;

  constructor(kept: KeptSessions) {
    this.#kept = kept;
  }

  /** Does some steps in a session of their own. `repeatable`: done again, over another, if one that was kept died meanwhile. */
  use<T>(work: (files: RemoteFiles) => Promise<T>, options: UseOptions = {}): Promise<T> {
    this.#demandOpen();
    return this.#kept.use(work, options);
  }

  /** Reads a file; the session is taken until the last byte, or until the loop is left. */
  async *read(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    this.#demandOpen();
    const lease = await this.#kept.take({ signal });
    this.#taken.add(lease);
    let after: 'usable' | 'spoilt' = 'usable';
    try {
      this.#demandOpen();
      for await (const chunk of lease.files.read(path, { signal })) {
        // After a transfer that was broken off, not every server can go on in the same session.
        after = 'spoilt';
        yield chunk;
      }
      after = 'usable';
    } catch (error) {
      // What was refused before its first byte was not broken off: a login for each such file would look like an attack.
      if (!isRefusal(error) || signal?.aborted) after = 'spoilt';
      throw error;
    } finally {
      this.#taken.delete(lease);
      lease.end(after);
    }
  }

  /** Also ends readings whose caller never asks for the next piece. */
  close(): void {
    this.#closed = true;
    for (const lease of this.#taken) lease.end('spoilt');
  }

  #demandOpen(): void {
    if (this.#closed) throw transportError('closed', { at: 'The round of receiving is over' });
  }
}
