import { Readable } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { packedRefused } from './refused.js';

/** What a packed file may come to. */
const MOST_BYTES = 2 * 1_024 ** 3;
/** How many times what was packed; usual files come to ten or twenty, and repeated orders to a hundred. */
const MOST_TIMES = 300;
/** What is no more than this is never too much. */
const FREE_BYTES = 16 * 1_024 ** 2;
/** A zip has its list of contents at its end, so that all of it is in memory. */
const MOST_ZIP = 128 * 1_024 ** 2;
const MOST_ENTRIES = 1_000;

/** @throws ReadingRefused `packed`. */
export async function* unpackFile(
  source: AsyncIterable<Uint8Array>,
  packed: 'gzip' | 'zip',
): AsyncGenerator<Uint8Array, void, undefined> {
  const read = { bytes: 0 };
  const bytes = counted(source, read);
  const unpacked = packed === 'gzip' ? gunzip(bytes) : unzip(bytes);
  let given = 0;
  let isFirst = true;
  for await (const chunk of unpacked) {
    if (isFirst && isPacked(chunk)) throw nested();
    isFirst = false;
    given += chunk.length;
    if (given > MOST_BYTES || given > Math.max(FREE_BYTES, read.bytes * MOST_TIMES)) {
      throw packedRefused('The packed file comes to too much. Send it unpacked, or in parts.');
    }
    yield chunk;
  }
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  read: { bytes: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source) {
    read.bytes += chunk.length;
    yield chunk;
  }
}

async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const input = Readable.from(source, { objectMode: false });
  const output = createGunzip();
  input.on('error', (error) => output.destroy(error));
  input.pipe(output);
  try {
    // Streams of bytes give buffers.
    for await (const chunk of output) yield chunk as Buffer;
  } catch (error) {
    if (input.errored !== null) throw input.errored;
    throw packedRefused('The gzip file is damaged or cut off. Pack it again, and send it whole.', error);
  } finally {
    input.destroy();
  }
}

async function* unzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const whole = await held(source);
  // Names are neither decoded nor used.
  const zip = await fromBufferPromise(whole, { decodeStrings: false, lazyEntries: true }).catch(damaged);
  yield* filesOf(zip);
}

async function* filesOf(zip: ZipFile): AsyncGenerator<Uint8Array, void, undefined> {
  if (zip.entryCount > MOST_ENTRIES) {
    throw packedRefused(`The zip file has more than ${MOST_ENTRIES} entries. Send it in parts.`);
  }
  const entries = zip.eachEntry()[Symbol.asyncIterator]();
  for (let next = await entries.next().catch(damaged); next.done !== true; next = await entries.next().catch(damaged)) {
    const entry = next.value;
    // Folders, and what macOS adds.
    const name = entry.fileNameRaw.toString('latin1');
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    if (entry.isEncrypted()) throw packedRefused('The zip file needs a password. Send it without.');
    const stream = await zip.openReadStreamPromise(entry).catch(damaged);
    yield* checked(stream, entry.crc32);
  }
}

/** The bytes of one file of an archive, which are those that were packed. */
async function* checked(stream: Readable, expected: number): AsyncGenerator<Uint8Array, void, undefined> {
  let sum = 0;
  let isFirst = true;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (isFirst && isPacked(chunk)) throw nested();
      isFirst = false;
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    return damaged(error);
  }
  if (sum !== expected) damaged(undefined);
}

async function held(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > MOST_ZIP) throw packedRefused('The zip file is larger than 128 MB. Send it as gzip, or in parts.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isPacked(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  return (first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b && third === 3 && fourth === 4);
}

function nested(): Error {
  return packedRefused('The packed file holds another packed file. Pack it once.');
}

function damaged(error: unknown): never {
  if (error instanceof Error && error.name === 'ReadingRefused') throw error;
  throw packedRefused('The zip file is damaged, cut off or packed in an unusual way. Pack it again.', error);
}
