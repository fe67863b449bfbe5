import { diskFullOr } from './disk-room.js';
import { type SftpSession, toDone } from './sftp-session.js';

/**
 * Bytes of one write: a little less than what OpenSSH takes in one packet, so that nothing is cut in two; the library cuts it
 * further for servers that take less.
 */
export const CHUNK = 252 * 1024;

export interface WriteOptions {
  /** Writes on their way at once. */
  readonly concurrency: number;
  readonly fileMode: number | undefined;
}

/** Writes a file from its beginning and waits for all confirmations. What the source throws is thrown as it is. */
export async function writeFile(
  session: SftpSession,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { concurrency, fileMode }: WriteOptions,
): Promise<void> {
  const { sftp } = session;
  const failed = async (error: unknown) => {
    throw await diskFullOr(session, path, CHUNK, error);
  };
  const handle = await session
    .request<Buffer>('open to write', path, (done) =>
      fileMode === undefined ? sftp.open(path, 'w', done) : sftp.open(path, 'w', { mode: fileMode }, done),
    )
    .catch(failed);
  const close = () => session.request<void>('close', path, (done) => sftp.close(handle, toDone(done)));
  // A buffer is used again once its write is confirmed: new ones for all bytes make the collector work as long as the cipher.
  const spare: Buffer[] = [];
  let confirmed = 0;
  const before = session.sent;
  // What has left may wait in the network, and what has come is told of a chunk at a time: what shows more counts.
  const { rate, end } = session.watchRate({
    moved: () => Math.max(confirmed, session.sent - before),
    lump: () => CHUNK,
  });
  try {
    const underWay: Promise<void>[] = [];
    let offset = 0;
    for await (const { buffer, length } of chunksOf(bytes, () => spare.pop() ?? Buffer.allocUnsafe(CHUNK))) {
      // Waited for here and not behind, so that the next chunk is made while this one is on its way.
      if (underWay.length >= concurrency) await rate.during(underWay.shift() ?? Promise.resolve());
      const at = offset;
      const write = session
        .request<void>('write', path, (done) => sftp.write(handle, buffer, 0, length, at, toDone(done)))
        .then(() => {
          spare.push(buffer);
          confirmed += length;
        });
      // It is waited for in turn; until then its failure is not unheard.
      write.catch(() => {});
      underWay.push(write);
      offset += length;
    }
    for (const write of underWay) await rate.during(write);
  } catch (error) {
    // Asked before the end of the file: a server may remove what was not finished.
    const known = await diskFullOr(session, path, CHUNK, error);
    await close().catch(() => {});
    throw known;
  } finally {
    end();
  }
  await close().catch(failed);
}

interface Chunk {
  readonly buffer: Buffer;
  /** Of it, what counts. */
  readonly length: number;
}

/** The same bytes in pieces of {@link CHUNK}, copied into buffers that `take` gives; only the last may be smaller. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>, take: () => Buffer): AsyncGenerator<Chunk> {
  let buffer: Buffer | undefined;
  let length = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; ) {
      buffer ??= take();
      const part = piece.subarray(from, from + CHUNK - length);
      buffer.set(part, length);
      from += part.length;
      length += part.length;
      if (length < CHUNK) continue;
      yield { buffer, length };
      buffer = undefined;
      length = 0;
    }
  }
  if (buffer !== undefined) yield { buffer, length };
}
