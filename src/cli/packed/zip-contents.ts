import { type FileHandle, open } from 'node:fs/promises';
import { mostOf, refused } from './packing.js';

/** A file in a zip, as the list of contents at its end says. */
export interface ZipEntry {
  /** As it was packed: never a place to write to. */
  readonly name: string;
  readonly method: 'stored' | 'deflate';
  readonly packedSize: number;
  readonly size: number;
  readonly crc32: number;
  /** Of its local header, from the beginning of the zip. */
  readonly headerOffset: number;
}

const MOST_ENTRIES = 10_000;
const MOST_LIST_BYTES = 16 * 1_024 ** 2;
const END = { signature: 0x06054b50, bytes: 22, mostComment: 0xffff };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
/** Stands where the number is in the larger form of the format, zip64. */
const IN_ZIP64 = { short: 0xffff, long: 0xffffffff };
const METHODS: Readonly<Record<number, ZipEntry['method']>> = { 0: 'stored', 8: 'deflate' };
const FLAG = {
  encrypted: 0b1,
  strongEncryption: 0b100_0000,
  utf8: 0b1000_0000_0000,
  listEncrypted: 0b10_0000_0000_0000,
};

/**
 * The files of a zip: no folders, hidden files, or what macOS adds.
 * @throws PackedError for one that is damaged, encrypted, split or zip64, or that comes to too much.
 */
export async function zipContents(file: string): Promise<readonly ZipEntry[]> {
  const handle = await open(file, 'r');
  try {
    return await contentsOf(handle);
  } finally {
    await handle.close();
  }
}

async function contentsOf(handle: FileHandle): Promise<readonly ZipEntry[]> {
  const { size } = await handle.stat();
  const { count, offset, length } = await listPlace(handle, size);
  const entries = entriesOf(await readAt(handle, offset, length), count);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  // Files that share their bytes are how a small zip comes to very much.
  if (sum(entries.map((entry) => entry.packedSize)) > size) throw damaged();
  if (sum(entries.map((entry) => entry.size)) > mostOf(size)) {
    throw refused('comes to more than 300 times its size, or to more than 2 GB. Unpack it, if you trust it.');
  }
  return entries.filter(({ name }) => isFile(name));
}

async function listPlace(handle: FileHandle, size: number): Promise<{ count: number; offset: number; length: number }> {
  const tailBytes = Math.min(size, END.bytes + END.mostComment);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  for (let at = tail.length - END.bytes; at >= 0; at--) {
    // The comment behind it, of the length that it says, ends the file.
    if (tail.readUInt32LE(at) !== END.signature) continue;
    if (at + END.bytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const [disk = 0, first = 0, onDisk = 0, count = 0] = [4, 6, 8, 10].map((place) => tail.readUInt16LE(at + place));
    const [length = 0, offset = 0] = [12, 16].map((place) => tail.readUInt32LE(at + place));
    if (count === IN_ZIP64.short || length === IN_ZIP64.long || offset === IN_ZIP64.long) throw isZip64();
    if (disk !== 0 || first !== 0 || onDisk !== count)
      throw refused('is one part of a split zip. Join the parts first.');
    if (count > MOST_ENTRIES) throw refused(`has more than ${MOST_ENTRIES} files. Unpack it, and name the folder.`);
    if (offset + length > size || length > MOST_LIST_BYTES) throw damaged();
    return { count, offset, length };
  }
  throw damaged();
}

function entriesOf(list: Buffer, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY.bytes > list.length || list.readUInt32LE(at) !== ENTRY.signature) throw damaged();
    const nameBytes = list.readUInt16LE(at + 28);
    const name = list.subarray(at + ENTRY.bytes, at + ENTRY.bytes + nameBytes);
    entries.push(entryAt(list, at, name));
    at += ENTRY.bytes + nameBytes + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

function entryAt(list: Buffer, at: number, name: Buffer): ZipEntry {
  const flags = list.readUInt16LE(at + 8);
  if ((flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.listEncrypted)) !== 0) {
    throw refused('needs a password. Unpack it first.');
  }
  const [packedSize = 0, size = 0, headerOffset = 0] = [20, 24, 42].map((offset) => list.readUInt32LE(at + offset));
  if ([packedSize, size, headerOffset].includes(IN_ZIP64.long)) throw isZip64();
  const number = list.readUInt16LE(at + 10);
  const method = METHODS[number];
  if (method === undefined) throw refused(`is packed by method ${number}, which is not read. Pack it with deflate.`);
  const text = name.toString((flags & FLAG.utf8) === 0 ? 'latin1' : 'utf8');
  return { name: text, method, packedSize, size, crc32: list.readUInt32LE(at + 16), headerOffset };
}

function isFile(name: string): boolean {
  const parts = name.split('/');
  return !name.endsWith('/') && parts[0] !== '__MACOSX' && !parts.some((part) => /^\.(?!\.?$)/.test(part));
}

/** Bytes of a file at a place, all of them. @throws PackedError where the file ends before. */
export async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, offset + read);
    if (bytesRead === 0) throw damaged();
    read += bytesRead;
  }
  return bytes;
}

export function damaged(): Error {
  return refused('is a damaged or cut off zip. Fetch it again, whole.');
}

function isZip64(): Error {
  return refused('is a zip of the form zip64 (4 GB, or 65,535 files). Unpack it, and name the folder.');
}
