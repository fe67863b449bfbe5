import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { onFiles } from './file-system-errors.js';
import { type OpenMode, type VirtualEntry, type VirtualFile, VirtualFilesError } from './virtual-files.js';

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC } = constants;
// Absent on Windows. Not following keeps a planted link from leading out; not blocking keeps a pipe from holding a thread for ever.
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const FLAGS: Readonly<Record<OpenMode, number>> = {
  read: O_RDONLY,
  write: O_RDWR | O_CREAT,
  replace: O_RDWR | O_CREAT | O_TRUNC,
  create: O_RDWR | O_CREAT | O_EXCL,
};

const DEFAULT_PERMISSIONS = 0o640;

/** Opens a file on disk, and nothing but a file: no link, no pipe, no device. `syncFolder` makes its name safe. */
export async function openDiskFile(
  path: string,
  mode: OpenMode,
  permissions: number | undefined,
  syncFolder: () => Promise<void>,
): Promise<VirtualFile> {
  const handle = await open(path, FLAGS[mode] | SAFE, permissions ?? DEFAULT_PERMISSIONS);
  try {
    // What was made just now is a file.
    if (mode !== 'create') await demandFile(handle);
    const isNew = mode === 'create' || mode === 'replace';
    // A file system without permissions refuses; whoever mounted it has chosen them.
    if (isNew && permissions !== undefined) await handle.chmod(permissions).catch(() => {});
  } catch (error) {
    await handle.close();
    throw error;
  }
  return new DiskFile(handle, basename(path), mode !== 'read', syncFolder);
}

async function demandFile(handle: FileHandle): Promise<void> {
  const stat = await handle.stat();
  if (stat.isDirectory()) throw new VirtualFilesError('is-a-directory');
  if (!stat.isFile()) throw new VirtualFilesError('denied');
}

class DiskFile implements VirtualFile {
  readonly #handle: FileHandle;
  readonly #name: string;
  readonly #writable: boolean;
  readonly #syncFolder: () => Promise<void>;
  #closed = false;

  constructor(handle: FileHandle, name: string, writable: boolean, syncFolder: () => Promise<void>) {
    this.#handle = handle;
    this.#name = name;
    this.#writable = writable;
    this.#syncFolder = syncFolder;
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return this.#do(async () => {
      const buffer = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await this.#handle.read(buffer, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    });
  }

  write(offset: number, bytes: Uint8Array): Promise<void> {
    return this.#change(async () => {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, offset + done);
        done += bytesWritten;
      }
    });
  }

  truncate(size: number): Promise<void> {
    return this.#change(() => this.#handle.truncate(size));
  }

  stat(): Promise<VirtualEntry> {
    return this.#do(async () => {
      const { size, mtimeMs } = await this.#handle.stat();
      return { name: this.#name, kind: 'file', size, modified: mtimeMs };
    });
  }

  sync({ name = true }: { readonly name?: boolean } = {}): Promise<void> {
    return this.#do(async () => {
      // Together, which a disk does in the time of one.
      await Promise.all([this.#handle.sync(), name ? this.#syncFolder() : undefined]);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await onFiles(() => this.#handle.close());
  }

  #do<T>(work: () => Promise<T>): Promise<T> {
    return onFiles(() => {
      if (this.#closed) throw new VirtualFilesError('failed');
      return work();
    });
  }

  #change(work: () => Promise<void>): Promise<void> {
    return this.#do(() => {
      if (!this.#writable) throw new VirtualFilesError('denied');
      return work();
    });
  }
}
