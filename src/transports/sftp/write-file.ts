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
  try {
    const underWay: Promise<void>[] = [];
    let offset = 0;
    for await (const chunk of chunksOf(bytes)) {
      // Waited for here and not behind, so that the next chunk is made while this one is on its way.
      if (underWay.length >= concurrency) await underWay.shift();
      const at = offset;
      const write = session.request<void>('write', path, (done) =>
        sftp.write(handle, chunk, 0, chunk.length, at, toDone(done)),
      );
      // It is waited for in turn; until then its failure is not unheard.
      write.catch(() => {});
      underWay.push(write);
      offset += chunk.length;
    }
    for (const write of underWay) await write;
  } catch (error) {
    // Asked before the end of the file: a server may remove what was not finished.
    const told = await diskFullOr(session, path, CHUNK, error);
    await close().catch(() => {});
    throw told;
  }
  await close().catch(failed);
}

/** The same bytes in pieces of {@link CHUNK}; only the last may be smaller. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  let length = 0;
  for await (const piece of bytes) {
    let rest = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    while (rest.length > 0) {
      if (held === undefined && rest.length >= CHUNK) {
        yield rest.subarray(0, CHUNK);
        rest = rest.subarray(CHUNK);
        continue;
      }
      held ??= Buffer.allocUnsafe(CHUNK);
      const copied = rest.copy(held, length);
      length += copied;
      rest = rest.subarray(copied);
      if (length < CHUNK) continue;
      yield held;
      held = undefined;
      length = 0;
    }
  }
  if (held !== undefined) yield held.subarray(0, length);
}
