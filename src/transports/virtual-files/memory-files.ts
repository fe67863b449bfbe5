import { requireForm } from '../../model/check-options.js';
import {
  type OpenMode,
  type VirtualEntry,
  type VirtualFile,
  type VirtualFiles,
  VirtualFilesError,
} from './virtual-files.js';
import { splitPath, virtualPath } from './virtual-path.js';

export interface MemoryFilesOptions {
  /** Bytes of all files together; what goes beyond is refused with `no-space`. Default no limit. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since 1970; default the clock of the machine. */
  readonly now?: (() => number) | undefined;
}

interface FileNode {
  readonly kind: 'file';
  /** Has room for more than `size`, so that writing piece by piece does not copy all each time. */
  bytes: Uint8Array;
  size: number;
  modified: number;
}

interface DirectoryNode {
  readonly kind: 'directory';
  readonly names: Map<string, Node>;
  modified: number;
}

type Node = FileNode | DirectoryNode;

/** Files in memory, gone with the process: the reference of the port, for tests and for what need not last. */
export function createMemoryFiles(options: MemoryFilesOptions = {}): VirtualFiles {
  requireForm('createMemoryFiles', 'options', options, 'object');
  return new MemoryFiles(options);
}

class MemoryFiles implements VirtualFiles {
  readonly #root: DirectoryNode;
  readonly #room: Room;

  constructor({ maxBytes = Number.POSITIVE_INFINITY, now = Date.now }: MemoryFilesOptions) {
    this.#room = { free: maxBytes, now };
    this.#root = { kind: 'directory', names: new Map(), modified: now() };
  }

  async stat(path: string): Promise<VirtualEntry | undefined> {
    const node = this.#find(path);
    return node === undefined ? undefined : entryOf(splitPath(virtualPath(path)).name || '/', node);
  }

  async list(path: string): Promise<readonly VirtualEntry[]> {
    const directory = demandDirectory(this.#find(path));
    return [...directory.names].map(([name, node]) => entryOf(name, node));
  }

  async open(path: string, mode: OpenMode): Promise<VirtualFile> {
    const { parent, name } = this.#place(path);
    let node = name === '' ? this.#root : parent.names.get(name);
    if (node?.kind === 'directory') throw new VirtualFilesError('is-a-directory');
    if (node !== undefined && mode === 'create') throw new VirtualFilesError('exists');
    if (node === undefined) {
      if (mode === 'read') throw new VirtualFilesError('not-found');
      node = { kind: 'file', bytes: new Uint8Array(0), size: 0, modified: this.#room.now() };
      this.#put(parent, name, node);
    }
    const file = new MemoryFile(name, node, mode !== 'read', this.#room);
    if (mode === 'replace') await file.truncate(0);
    return file;
  }

  async rename(from: string, to: string, { overwrite = false }: { readonly overwrite?: boolean } = {}): Promise<void> {
    const source = this.#place(from);
    const node = source.parent.names.get(source.name);
    if (node === undefined) throw new VirtualFilesError('not-found');
    const target = this.#place(to);
    const there = target.name === '' ? this.#root : target.parent.names.get(target.name);
    if (there !== undefined && (!overwrite || node.kind === 'directory')) throw new VirtualFilesError('exists');
    if (there?.kind === 'directory') throw new VirtualFilesError('is-a-directory');
    if (`${virtualPath(to)}/`.startsWith(`${virtualPath(from)}/`) && there !== node) {
      throw new VirtualFilesError('failed');
    }
    if (there === node) return;
    if (there !== undefined) this.#room.free += there.bytes.length;
    source.parent.names.delete(source.name);
    this.#put(target.parent, target.name, node);
  }

  async remove(path: string): Promise<void> {
    const { parent, name } = this.#place(path);
    const node = name === '' ? this.#root : parent.names.get(name);
    if (node === undefined) throw new VirtualFilesError('not-found');
    if (node.kind === 'directory') throw new VirtualFilesError('is-a-directory');
    parent.names.delete(name);
    this.#room.free += node.bytes.length;
  }

  async makeDirectory(path: string): Promise<void> {
    const { parent, name } = this.#place(path);
    if (name === '' || parent.names.has(name)) throw new VirtualFilesError('exists');
    this.#put(parent, name, { kind: 'directory', names: new Map(), modified: this.#room.now() });
  }

  async removeDirectory(path: string): Promise<void> {
    const { parent, name } = this.#place(path);
    if (name === '') throw new VirtualFilesError('denied');
    const directory = demandDirectory(parent.names.get(name));
    if (directory.names.size > 0) throw new VirtualFilesError('not-empty');
    parent.names.delete(name);
  }

  async setModified(path: string, modified: number): Promise<void> {
    const node = this.#find(path);
    if (node === undefined) throw new VirtualFilesError('not-found');
    node.modified = modified;
  }

  #put(parent: DirectoryNode, name: string, node: Node): void {
    parent.names.set(name, node);
    parent.modified = this.#room.now();
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of virtualPath(path).split('/')) {
      if (name !== '') node = node?.kind === 'directory' ? node.names.get(name) : undefined;
    }
    return node;
  }

  /** The directory of a path, which must be there, and its last name; `''` for the root. */
  #place(path: string): { readonly parent: DirectoryNode; readonly name: string } {
    const { directory, name } = splitPath(virtualPath(path));
    return { parent: demandDirectory(this.#find(directory)), name };
  }
}

/** What the files of one tree share. */
interface Room {
  free: number;
  readonly now: () => number;
}

class MemoryFile implements VirtualFile {
  readonly #name: string;
  readonly #node: FileNode;
  readonly #writable: boolean;
  readonly #room: Room;
  #closed = false;

  constructor(name: string, node: FileNode, writable: boolean, room: Room) {
    this.#name = name;
    this.#node = node;
    this.#writable = writable;
    this.#room = room;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.#demandOpen();
    return this.#node.bytes.slice(offset, Math.min(offset + length, this.#node.size));
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    this.#demandWritable();
    this.#grow(offset + bytes.length);
    this.#node.bytes.set(bytes, offset);
    this.#node.size = Math.max(this.#node.size, offset + bytes.length);
    this.#node.modified = this.#room.now();
  }

  async truncate(size: number): Promise<void> {
    this.#demandWritable();
    this.#grow(size);
    const node = this.#node;
    // What lies behind the end reads as zeros when the file grows over it again.
    node.bytes.fill(0, Math.min(size, node.size), node.size);
    node.size = size;
    node.modified = this.#room.now();
  }

  async stat(): Promise<VirtualEntry> {
    this.#demandOpen();
    return entryOf(this.#name, this.#node);
  }

  async sync(): Promise<void> {
    this.#demandOpen();
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #grow(size: number): void {
    const node = this.#node;
    if (size <= node.bytes.length) return;
    if (size - node.bytes.length > this.#room.free) throw new VirtualFilesError('no-space');
    const wanted = Math.min(Math.max(size, 2 * node.bytes.length), node.bytes.length + this.#room.free);
    const bytes = new Uint8Array(wanted);
    bytes.set(node.bytes.subarray(0, node.size));
    this.#room.free -= wanted - node.bytes.length;
    node.bytes = bytes;
  }

  #demandOpen(): void {
    if (this.#closed) throw new VirtualFilesError('failed');
  }

  #demandWritable(): void {
    this.#demandOpen();
    if (!this.#writable) throw new VirtualFilesError('denied');
  }
}

function entryOf(name: string, node: Node): VirtualEntry {
  return { name, kind: node.kind, size: node.kind === 'file' ? node.size : 0, modified: node.modified };
}

function demandDirectory(node: Node | undefined): DirectoryNode {
  if (node === undefined) throw new VirtualFilesError('not-found');
  if (node.kind !== 'directory') throw new VirtualFilesError('not-a-directory');
  return node;
}
