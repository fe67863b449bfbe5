import { throwIfAborted } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { type VirtualEntry, type VirtualFiles, VirtualFilesError } from '../virtual-files/virtual-files.js';
import { virtualPath } from '../virtual-files/virtual-path.js';
import type { RemoteFile, RemoteFiles, RenameMode } from './remote-files.js';

const CHUNK_BYTES = 256 * 1024;

type Reasons = Readonly<Partial<Record<VirtualFilesError['code'], TransportReason>>>;

/** What holds unless a step says otherwise; what is not here is a fault of the store. */
const REASONS: Reasons = {
  'not-found': 'directory-missing',
  'not-a-directory': 'directory-missing',
  denied: 'permission-denied',
  'is-a-directory': 'permission-denied',
  'no-space': 'disk-full',
  'too-large': 'file-too-large',
  'name-refused': 'name-refused',
};
const WHILE_READING: Reasons = { 'not-found': 'file-missing', 'not-a-directory': 'file-missing' };
const WHILE_RENAMING: Reasons = {
  exists: 'target-exists',
  'is-a-directory': 'rename-refused',
  'not-found': 'rename-refused',
};

/** A tree of files as if it were a server: the session of the memory and the directory transport. */
export function remoteOfVirtual(files: VirtualFiles, facts: Readonly<Record<string, string>> = {}): RemoteFiles {
  return new VirtualSession(files, facts);
}

class VirtualSession implements RemoteFiles {
  readonly renameModes: readonly RenameMode[] = ['posix', 'plain', 'delete-then-rename'];
  readonly facts: Readonly<Record<string, string>>;
  readonly #files: VirtualFiles;
  #closed = false;

  constructor(files: VirtualFiles, facts: Readonly<Record<string, string>>) {
    this.#files = files;
    this.facts = facts;
  }

  list(directory: string, signal?: AbortSignal): Promise<readonly RemoteFile[]> {
    return this.#step(directory, signal, {}, async (path) => (await this.#files.list(path)).map(remoteFile));
  }

  stat(path: string, signal?: AbortSignal): Promise<RemoteFile | undefined> {
    return this.#step(path, signal, {}, async (place) => {
      const entry = await this.#files.stat(place);
      return entry && remoteFile(entry);
    });
  }

  write(path: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
    return this.#step(path, signal, {}, async (place) => {
      const file = await this.#files.open(place, 'replace');
      try {
        let offset = 0;
        for await (const chunk of bytes) {
          this.#demandGoing(signal);
          await file.write(offset, chunk);
          offset += chunk.length;
        }
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  async *read(
    path: string,
    { offset = 0, signal }: { readonly offset?: number; readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Uint8Array> {
    const file = await this.#step(path, signal, WHILE_READING, (place) => this.#files.open(place, 'read'));
    try {
      for (let at = offset; ; ) {
        const chunk = await this.#step(path, signal, WHILE_READING, () => file.read(at, CHUNK_BYTES));
        if (chunk.length === 0) return;
        yield chunk;
        at += chunk.length;
      }
    } finally {
      await file.close();
    }
  }

  rename(from: string, to: string, mode: RenameMode, signal?: AbortSignal): Promise<void> {
    return this.#step(from, signal, WHILE_RENAMING, async (source) => {
      const target = virtualPath(to);
      if (mode === 'delete-then-rename') await this.#removeIfThere(target);
      await this.#files.rename(source, target, { overwrite: mode === 'posix' });
    });
  }

  remove(path: string, signal?: AbortSignal): Promise<void> {
    return this.#step(path, signal, {}, (place) => this.#removeIfThere(place));
  }

  rest(): void {}

  async wake(): Promise<boolean> {
    return !this.#closed;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #removeIfThere(path: string): Promise<void> {
    try {
      await this.#files.remove(path);
    } catch (error) {
      if (!(error instanceof VirtualFilesError && error.code === 'not-found')) throw error;
    }
  }

  async #step<T>(
    path: string,
    signal: AbortSignal | undefined,
    reasons: Reasons,
    work: (place: string) => Promise<T>,
  ): Promise<T> {
    this.#demandGoing(signal);
    try {
      return await work(virtualPath(path));
    } catch (error) {
      throw storeError(error, path, reasons);
    }
  }

  #demandGoing(signal: AbortSignal | undefined): void {
    throwIfAborted(signal);
    if (this.#closed) throw transportError('closed');
  }
}

/** What a tree of files complains about, as the reason of a transport; anything else as it is. */
export function storeError(error: unknown, path: string, reasons: Reasons = {}): unknown {
  if (!(error instanceof VirtualFilesError)) return error;
  const reason = reasons[error.code] ?? REASONS[error.code] ?? 'server-error';
  return transportError(reason, { cause: error, details: { path } });
}

function remoteFile({ name, kind, size, modified }: VirtualEntry): RemoteFile {
  return { name, kind, size, modified };
}
