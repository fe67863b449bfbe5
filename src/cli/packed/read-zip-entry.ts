import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Progress } from '../progress.js';
import { bounded } from './packing.js';
import { throughZlib } from './through-zlib.js';
import { damaged, readAt, type ZipEntry } from './zip-contents.js';

const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 };
const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes of one file of a zip, which are those that were packed. A zip is closed between files, however many it has.
 * @throws PackedError where they are not.
 */
export async function* readZipEntry(
  file: string,
  entry: ZipEntry,
  progress?: Progress,
): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await open(file, 'r');
  progress?.start(entry.size);
  try {
    const packed = packedBytes(handle, entry);
    const bytes = entry.method === 'stored' ? packed : throughZlib(packed, createInflateRaw(), damaged);
    for await (const chunk of bounded(checked(bytes, entry), () => entry.packedSize)) {
      progress?.add(chunk.length);
      yield chunk;
    }
  } finally {
    progress?.stop();
    await handle.close();
  }
}

async function* packedBytes(handle: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await readAt(handle, entry.headerOffset, LOCAL_HEADER.bytes);
  if (header.readUInt32LE(0) !== LOCAL_HEADER.signature) throw damaged();
  // Its name and further facts may be longer here than in the list.
  let at = entry.headerOffset + LOCAL_HEADER.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let left = entry.packedSize; left > 0; ) {
    const chunk = await readAt(handle, at, Math.min(left, CHUNK_BYTES));
    at += chunk.length;
    left -= chunk.length;
    yield chunk;
  }
}

async function* checked(bytes: AsyncIterable<Uint8Array>, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let [sum, size] = [0, 0];
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    size += chunk.length;
    // More than the list says is never given out.
    if (size > entry.size) throw damaged();
    yield chunk;
  }
  if (size !== entry.size || sum !== entry.crc32) throw damaged();
}
