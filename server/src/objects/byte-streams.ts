import { Readable } from 'node:stream';

/** So many of the bytes, after some that are left out. */
export async function* cut(
  source: AsyncIterable<Uint8Array>,
  from: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  let skip = from;
  let rest = length;
  for await (const bytes of source) {
    const part = bytes.subarray(skip, skip + rest);
    skip = Math.max(0, skip - bytes.length);
    rest -= part.length;
    if (part.length > 0) yield part;
    if (rest === 0) return;
  }
}

/** What is not read to its end still lets go of the file or the connection. */
export function readableOf(bytes: AsyncIterable<Uint8Array>, source: Readable): Readable {
  const readable = Readable.from(bytes, { objectMode: false });
  readable.once('close', () => source.destroy());
  return readable;
}

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
