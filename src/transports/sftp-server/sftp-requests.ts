import type { Attributes, SFTPWrapper } from 'ssh2';
import type { Visit } from '../receiving/visit.js';
import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import { virtualPath } from '../virtual-files/virtual-path.js';
import type { Handle, Handles } from './handles.js';
import type { Transfer } from './request-queue.js';
import { attributesOf, listedAs } from './sftp-attributes.js';
import { STATUS } from './sftp-status.js';

/** Names in one answer: a packet has 256 KiB at most, a name with its long form up to 600 bytes. */
const NAMES_AT_ONCE = 100;

const FLAG = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const;

/** What the requests of one session work on. */
export interface RequestContext {
  readonly sftp: SFTPWrapper;
  readonly visit: Visit;
  readonly handles: Handles;
  readonly event: (kind: 'uploaded' | 'downloaded' | 'removed' | 'renamed', path: string) => void;
}

/** The requests of SFTP version 3, each answered by itself; what it throws is answered by the caller. */
export class SftpRequests {
  readonly #context: RequestContext;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  async open(id: number, name: string, flags: number): Promise<void> {
    const { sftp, handles } = this.#context;
    const { files } = this.#context.visit;
    handles.demandRoom();
    const path = virtualPath(name);
    if ((flags & FLAG.write) === 0) {
      const file = await files.openToRead(path);
      sftp.handle(id, handles.add({ kind: 'read', path, file, read: 0 }));
      return;
    }
    const create = (flags & FLAG.create) !== 0;
    if (!create && (await files.stat(path)) === undefined) throw new VirtualFilesError('not-found');
    const exclusive = create && (flags & FLAG.exclusive) !== 0;
    const file = await files.openToWrite(
      path,
      exclusive ? 'create' : (flags & FLAG.truncate) !== 0 ? 'replace' : 'write',
    );
    const readable = (flags & FLAG.read) !== 0 && files.readable;
    sftp.handle(id, handles.add({ kind: 'write', file, append: (flags & FLAG.append) !== 0, readable }));
  }

  async close(id: number, handleId: Buffer): Promise<void> {
    const { sftp, handles, visit, event } = this.#context;
    const handle = handles.take(handleId);
    if (handle.kind === 'write') {
      if (await visit.uploads.close(handle.file)) event('uploaded', handle.file.path);
    } else if (handle.kind === 'read') {
      const { size } = await handle.file.stat().finally(() => handle.file.close());
      if (handle.read >= size) event('downloaded', handle.path);
    } else {
      await handle.batches.return?.();
    }
    sftp.status(id, STATUS.ok);
  }

  /** Answers each read that follows another in one file with its part of what they ask for together. */
  async read(transfers: readonly Transfer[]): Promise<void> {
    const { sftp, handles } = this.#context;
    const [first] = transfers;
    if (first === undefined) return;
    const handle = handles.get(first.handle);
    if (handle.kind === 'directory' || (handle.kind === 'write' && !handle.readable))
      throw new VirtualFilesError('denied');
    const total = transfers.reduce((sum, { length }) => sum + length, 0);
    const read = await handle.file.read(first.offset, total);
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    if (handle.kind === 'read') handle.read = Math.max(handle.read, first.offset + bytes.length);
    let at = 0;
    for (const { id, length } of transfers) {
      const part = bytes.subarray(at, at + length);
      at += length;
      if (part.length === 0) sftp.status(id, STATUS.eof);
      else sftp.data(id, part);
    }
  }

  /** Writes together what follows each other in one file. */
  async write(transfers: readonly Transfer[]): Promise<void> {
    const { sftp, handles } = this.#context;
    const [first] = transfers;
    if (first === undefined) return;
    const handle = handles.get(first.handle);
    if (handle.kind !== 'write') throw new VirtualFilesError('denied');
    const parts = transfers.map(({ bytes }) => bytes ?? Buffer.alloc(0));
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    if (bytes !== undefined && bytes.length > 0) {
      await handle.file.write(handle.append ? handle.file.size : first.offset, bytes);
    }
    for (const { id } of transfers) sftp.status(id, STATUS.ok);
  }

  async stat(id: number, name: string): Promise<void> {
    const entry = await this.#context.visit.files.stat(virtualPath(name));
    if (entry === undefined) throw new VirtualFilesError('not-found');
    this.#context.sftp.attrs(id, attributesOf(entry));
  }

  async fstat(id: number, handleId: Buffer): Promise<void> {
    const handle = this.#fileOf(handleId);
    this.#context.sftp.attrs(id, attributesOf(await handle.file.stat()));
  }

  /** The size is cut or grown. A time is set if it can be; owner and permissions are not ours to set, and no reason to fail. */
  async setstat(id: number, name: string, attributes: Partial<Attributes>): Promise<void> {
    const { sftp, event } = this.#context;
    const { files, uploads } = this.#context.visit;
    const path = virtualPath(name);
    if (attributes.size !== undefined) {
      if ((await files.stat(path)) === undefined) throw new VirtualFilesError('not-found');
      const file = await files.openToWrite(path, 'write');
      try {
        await file.truncate(demandOffset(attributes.size));
      } catch (error) {
        await file.close();
        throw error;
      }
      if (await uploads.close(file)) event('uploaded', path);
    }
    await this.#setTime(path, attributes);
    sftp.status(id, STATUS.ok);
  }

  async fsetstat(id: number, handleId: Buffer, attributes: Partial<Attributes>): Promise<void> {
    const handle = this.#fileOf(handleId);
    if (attributes.size !== undefined) {
      if (handle.kind !== 'write') throw new VirtualFilesError('denied');
      await handle.file.truncate(demandOffset(attributes.size));
    }
    if (handle.kind === 'write') await this.#setTime(handle.file.path, attributes);
    this.#context.sftp.status(id, STATUS.ok);
  }

  async opendir(id: number, name: string): Promise<void> {
    const { sftp, handles } = this.#context;
    const { files } = this.#context.visit;
    handles.demandRoom();
    const batches = files.batches(virtualPath(name));
    const first = await batches.next();
    sftp.handle(id, handles.add({ kind: 'directory', batches, rest: first.done ? [] : [...first.value] }));
  }

  async readdir(id: number, handleId: Buffer): Promise<void> {
    const { sftp, handles, visit } = this.#context;
    const handle = handles.get(handleId);
    if (handle.kind !== 'directory') throw new VirtualFilesError('failed');
    while (handle.rest.length === 0) {
      const next = await handle.batches.next();
      // Without an end of its own a client asks for ever.
      if (next.done) return sftp.status(id, STATUS.eof);
      handle.rest = [...next.value];
    }
    const names = handle.rest.splice(0, NAMES_AT_ONCE).map((entry) => listedAs(entry, visit.user));
    sftp.name(id, names);
  }

  async realpath(id: number, name: string): Promise<void> {
    const { sftp, visit } = this.#context;
    const { files, user } = visit;
    const path = virtualPath(name);
    const entry = (await files.stat(path)) ?? { name: path, kind: 'file', size: 0, modified: 0 };
    sftp.name(id, [{ ...listedAs(entry, user), filename: path, longname: path }]);
  }

  async makeDirectory(id: number, name: string): Promise<void> {
    await this.#context.visit.files.makeDirectory(demandName(virtualPath(name)));
    this.#context.sftp.status(id, STATUS.ok);
  }

  async removeDirectory(id: number, name: string): Promise<void> {
    await this.#context.visit.files.removeDirectory(demandName(virtualPath(name)));
    this.#context.sftp.status(id, STATUS.ok);
  }

  async remove(id: number, name: string): Promise<void> {
    const path = demandName(virtualPath(name));
    await this.#context.visit.files.remove(path);
    this.#context.event('removed', path);
    this.#context.sftp.status(id, STATUS.ok);
  }

  async rename(id: number, oldName: string, newName: string, overwrite: boolean): Promise<void> {
    const { sftp, visit, event } = this.#context;
    const from = demandName(virtualPath(oldName));
    const to = demandName(virtualPath(newName));
    const completed = await visit.uploads.rename(from, to, { overwrite });
    event('renamed', to);
    if (completed) event('uploaded', to);
    sftp.status(id, STATUS.ok);
  }

  #fileOf(handleId: Buffer): Exclude<Handle, { kind: 'directory' }> {
    const handle = this.#context.handles.get(handleId);
    if (handle.kind === 'directory') throw new VirtualFilesError('failed');
    return handle;
  }

  async #setTime(path: string, { mtime }: Partial<Attributes>): Promise<void> {
    // The library's types say a number; on the wire it is seconds since 1970.
    if (typeof mtime === 'number') await this.#context.visit.files.setModified(path, mtime * 1000).catch(() => {});
  }
}

/** The two names of a rename that replaces its target, as OpenSSH packs them. */
export function readTwoNames(data: Buffer): readonly [string, string] {
  const first = stringAt(data, 0);
  const second = stringAt(data, 4 + first.length);
  return [first.toString('utf8'), second.toString('utf8')];
}

function stringAt(data: Buffer, at: number): Buffer {
  if (at + 4 > data.length) throw new VirtualFilesError('name-refused');
  const end = at + 4 + data.readUInt32BE(at);
  if (end > data.length) throw new VirtualFilesError('name-refused');
  return data.subarray(at + 4, end);
}

function demandName(path: string): string {
  if (path === '/') throw new VirtualFilesError('denied');
  return path;
}

function demandOffset(size: number): number {
  if (!Number.isSafeInteger(size)) throw new VirtualFilesError('too-large');
  return size;
}
