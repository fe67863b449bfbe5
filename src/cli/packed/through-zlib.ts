import { Readable, type Transform } from 'node:stream';
import { PackedError } from './packing.js';

/**
 * What a stream of `node:zlib` makes of bytes. Chunks have to stay as they are until the next but one is asked for.
 * @param damaged thrown for whatever zlib cannot read; what the source throws is passed on.
 */
export async function* throughZlib(
  source: AsyncIterable<Uint8Array>,
  stream: Transform,
  damaged: () => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  const input = Readable.from(source, { objectMode: false });
  input.on('error', (error) => stream.destroy(error));
  input.pipe(stream);
  try {
    // A stream of bytes gives buffers.
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    if (input.errored !== null) throw input.errored;
    throw error instanceof PackedError ? error : damaged();
  } finally {
    input.destroy();
    stream.destroy();
  }
}
