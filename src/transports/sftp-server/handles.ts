import { ClientsDoing } from '../receiving/clients-doing.js';
import type { UserFile } from '../receiving/user-file.js';
import type { VirtualEntry, VirtualFile } from '../virtual-files/virtual-files.js';

export interface ReadHandle {
  readonly kind: 'read';
  readonly path: string;
  readonly file: VirtualFile;
  /** How far it was read, to know a whole download. */
  read: number;
}

export interface WriteHandle {
  readonly kind: 'write';
  readonly file: UserFile;
  /** Every write goes to the end, whatever its offset. */
  readonly append: boolean;
  readonly readable: boolean;
}

export interface DirectoryHandle {
  readonly kind: 'directory';
  /** What is still to be listed. */
  readonly batches: AsyncIterator<readonly VirtualEntry[]>;
  /** Of the batch that was taken last. */
  rest: VirtualEntry[];
}

export type Handle = ReadHandle | WriteHandle | DirectoryHandle;

/** Nothing is wrong with what is asked for; it may be opened when others are closed. */
export class TooManyHandles extends Error {
  override readonly name = 'TooManyHandles';

  constructor(max: number) {
    super(`Too many open files: no more than ${max} at once. Close one first.`);
  }
}

/** The open files and directories of a session. */
export class Handles {
  readonly #open = new Map<string, Handle>();
  readonly #max: number;
  #last = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#open.size;
  }

  /** @throws TooManyHandles before anything is opened that there is no room for. */
  demandRoom(): void {
    if (this.#open.size >= this.#max) throw new TooManyHandles(this.#max);
  }

  add(handle: Handle): Buffer {
    const id = Buffer.alloc(4);
    this.#last = (this.#last + 1) >>> 0;
    id.writeUInt32BE(this.#last);
    this.#open.set(id.toString('latin1'), handle);
    return id;
  }

  /** @throws ClientsDoing for a handle that is not open. */
  get(id: Buffer): Handle {
    const handle = this.#open.get(id.toString('latin1'));
    if (handle === undefined) throw new ClientsDoing('no such handle');
    return handle;
  }

  take(id: Buffer): Handle {
    const handle = this.get(id);
    this.#open.delete(id.toString('latin1'));
    return handle;
  }

  /** Closes what a client left open. What it was writing is not complete, and is not reported. */
  async abandon(): Promise<void> {
    const left = [...this.#open.values()];
    this.#open.clear();
    for (const handle of left) {
      if (handle.kind === 'directory') await handle.batches.return?.().catch(() => {});
      else await handle.file.close().catch(() => {});
    }
  }
}
